import { addMs, day } from "@/lib/time";

/** The periods that the numbers can be asked for, in days. */
export const periodDays = [7, 30, 90] as const;
export type PeriodDays = (typeof periodDays)[number];

/** From the start of one day (UTC) to before the start of another. */
export type Period = { from: Date; to: Date };

/** The last days, today included, and as many days before them. Pure. */
export function periodsOf(now: Date, days: PeriodDays): { current: Period; before: Period } {
  const today = new Date(Math.floor(now.getTime() / day) * day);
  const to = addMs(today, day);
  const from = addMs(to, -days * day);
  return { current: { from, to }, before: { from: addMs(from, -days * day), to: from } };
}
