/** Mail clients know no CSS variables, so the shop's colours stand here once more, in hex. */
export const colors = {
  paper: "#f6f2ea",
  card: "#fffdf8",
  ink: "#12262b",
  quiet: "#566a6d",
  line: "#e3dccd",
  brand: "#0b6e5f",
  onBrand: "#fffdf8",
} as const;

export const fontFamily = "'Geist', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
