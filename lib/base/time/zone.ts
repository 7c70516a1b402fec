import { z } from "zod";
import { minute } from "./time";

/** A reader's time zone (IANA) from a form or an address; UTC for none, and for one that is not known here. */
export const timeZoneSchema = z.string().max(60).refine(isTimeZone).catch("UTC");

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The moment at which the clocks of a zone show `local`: `2026-11-29`, its first minute, or `2026-11-29T18:30`. A time
 * that the clocks skip is read as if they had not; of one that they show twice, it is one of both. Pure.
 */
export function momentIn(local: string, zone: string): Date {
  const shown = new Date(local.length === 10 ? `${local}T00:00Z` : `${local}Z`);
  const guess = new Date(shown.getTime() - offsetMs(shown, zone));
  return new Date(shown.getTime() - offsetMs(guess, zone));
}

/** The moment as the clocks of a zone show it, as a form's field has it: `2026-11-29T18:30`. Pure. */
export function shownIn(at: Date, zone: string): string {
  return new Date(at.getTime() + offsetMs(at, zone)).toISOString().slice(0, 16);
}

/** How far the clocks of a zone are ahead of UTC, in whole minutes. */
function offsetMs(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"));
  return shown - Math.floor(at.getTime() / minute) * minute;
}
