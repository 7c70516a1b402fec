const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** A moment in a mail, "Nov 20, 2026, 9:41 AM UTC": a mail does not know its reader's clock, so it names its own. */
export function mailTime(at: Date): string {
  // Some versions of ICU put a narrow space before AM, which few mail fonts have.
  return `${format.format(at).replace("\u202f", " ")} UTC`;
}
