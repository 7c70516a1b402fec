import { addMs, day, hour } from "./time";

const withdrawalDays = 14;
const refundTermsDays = 30;

/**
 * The last day on which a buyer withdraws without a reason, as its midnight in UTC: the fourteenth after the day of the
 * order, or the next Monday when that is on a weekend (Regulation 1182/71). Pure.
 */
export function lastDayToWithdraw(orderedAt: Date): Date {
  const dayOfOrder = Date.UTC(orderedAt.getUTCFullYear(), orderedAt.getUTCMonth(), orderedAt.getUTCDate());
  const lastDay = addMs(new Date(dayOfOrder), withdrawalDays * day);
  const restOfWeekend = { 6: 2, 0: 1 }[lastDay.getUTCDay()] ?? 0;
  return addMs(lastDay, restOfWeekend * day);
}

/** When that day has ended in every time zone; the last one is UTC-12. Pure. */
export function withdrawalEndsAt(orderedAt: Date): Date {
  return addMs(lastDayToWithdraw(orderedAt), day + 12 * hour);
}

/** Until when the shop's own terms let the buyer ask for a refund of undelivered units. Pure. */
export function refundTermsEndAt(orderedAt: Date): Date {
  return addMs(orderedAt, refundTermsDays * day);
}
