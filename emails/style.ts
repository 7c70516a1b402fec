/** Mail clients know no CSS variables, so the shop's colours stand here once more, in hex. */
export const colors = {
  paper: "#f5f0e5",
  card: "#fcf9f2",
  ink: "#10231f",
  quiet: "#4f5f59",
  line: "#dcd3c1",
  brand: "#0a6655",
  onBrand: "#f8f4ea",
  soft: "#ebe4d5",
} as const;

/** The same by night, for clients that ask. The others invert the light ones by themselves, which keeps their order. */
const night: Record<keyof typeof colors, string> = {
  paper: "#0b1715",
  card: "#12221f",
  ink: "#efe9dc",
  quiet: "#a5b5ae",
  line: "#263d38",
  brand: "#5fd2b3",
  onBrand: "#06201a",
  soft: "#1a2d29",
};

/**
 * The night's colours by class. Inline styles carry the day, so these must be important; the ground's colours stand once
 * more on the cell that wraps a body's content.
 */
export const nightStyle = `@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${night.paper} !important; color: ${night.ink} !important; }
  .card { background-color: ${night.card} !important; border-color: ${night.line} !important; }
  .soft { background-color: ${night.soft} !important; border-color: ${night.brand} !important; }
  .ink { color: ${night.ink} !important; }
  .quiet { color: ${night.quiet} !important; }
  .link { color: ${night.brand} !important; }
  .line { border-color: ${night.line} !important; }
  .action { background-color: ${night.brand} !important; color: ${night.onBrand} !important; }
}`;

export const fontFamily = "'Geist', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
