import { addMs, day, hour } from "./time";

const withdrawalDays = 14;
const refundTermsDays = 30;

/** When an order became a contract: with its payment, which may come days after the order. Pure. */
export function contractDate({ paidAt, createdAt }: { paidAt: Date | null; createdAt: Date }): Date {
  return paidAt ?? createdAt;
}

/**
 * The last day on which a buyer withdraws without a reason, as its midnight in UTC: the fourteenth after the day of the
 * contract, or the next Monday when that is on a weekend (Regulation 1182/71). Pure.
 */
export function lastDayToWithdraw(agreedAt: Date): Date {
  const firstDay = Date.UTC(agreedAt.getUTCFullYear(), agreedAt.getUTCMonth(), agreedAt.getUTCDate());
  const lastDay = addMs(new Date(firstDay), withdrawalDays * day);
  const restOfWeekend = { 6: 2, 0: 1 }[lastDay.getUTCDay()] ?? 0;
  return addMs(lastDay, restOfWeekend * day);
}

/** When that day has ended in every time zone; the last one is UTC-12. Pure. */
export function withdrawalEndsAt(agreedAt: Date): Date {
  return addMs(lastDayToWithdraw(agreedAt), day + 12 * hour);
}

/** Until when the shop's own terms let the buyer ask for a refund of undelivered units. Pure. */
export function refundTermsEndAt(agreedAt: Date): Date {
  return addMs(agreedAt, refundTermsDays * day);
}
