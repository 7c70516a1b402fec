/** The shop's colours in hex: mail clients support no CSS variables. */
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

/** The dark colours, for clients that support them. Other clients invert the light ones. */
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
 * Rules that inline styles can't express: less margin on a phone, and the dark colours by class. All are important
 * because they replace inline styles.
 */
export const mailStyle = `@media (max-width: 480px) {
  td.paper { padding: 12px 8px !important; }
  .card { padding: 20px 18px !important; }
  .action { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${night.paper} !important; color: ${night.ink} !important; }
  .card { background-color: ${night.card} !important; border-color: ${night.line} !important; }
  .soft { background-color: ${night.soft} !important; border-color: ${night.brand} !important; }
  .ink { color: ${night.ink} !important; }
  .quiet { color: ${night.quiet} !important; }
  .link { color: ${night.brand} !important; }
  .line { border-color: ${night.line} !important; }
  .action { background-color: ${night.brand} !important; color: ${night.onBrand} !important; }
}`;

export const fontFamily = "'Geist', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
