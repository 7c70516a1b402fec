export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** `date` plus a number of milliseconds. */
export function addMs(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}

/** Unix seconds, as Stripe counts them. */
export function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
