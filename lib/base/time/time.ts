export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export function addMs(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}

/** Unix seconds, as Stripe counts them. */
export function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** A time for operators: `2026-05-06 07:08 UTC`. */
export function utcText(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** A row whose dates are text. */
export type IsoDates<Row> = {
  [Key in keyof Row]: Row[Key] extends Date
    ? string
    : Row[Key] extends Date | null
      ? string | null
      : Row[Key];
};

/** The named fields of a row as plain JSON: dates as ISO 8601. */
export function withIsoDates<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[],
): IsoDates<Pick<Row, Key>> {
  const values = keys.map((key) => [key, row[key] instanceof Date ? row[key].toISOString() : row[key]]);
  return Object.fromEntries(values) as IsoDates<Pick<Row, Key>>;
}

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The day as readers see it: "January 1, 2025", in UTC. */
export function longDate(at: Date): string {
  return dateFormat.format(at);
}

const mediumFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** The day as a text about an order has it: "Jan 1, 2025", in UTC. */
export function mediumDate(at: Date): string {
  return mediumFormat.format(at);
}
