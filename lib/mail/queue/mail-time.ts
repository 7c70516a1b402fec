const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** A time in a mail, "Nov 20, 2026, 9:41 AM UTC": in UTC, because the reader's time zone is unknown. */
export function mailTime(at: Date): string {
  // Some ICU versions put a narrow space before AM, which many mail fonts lack.
  return `${format.format(at).replace("\u202f", " ")} UTC`;
}
