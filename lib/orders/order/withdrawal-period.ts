import { addMs, day, hour } from "@/lib/base/time/time";

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
  const lastDay = addMs(midnightBefore(agreedAt), withdrawalDays * day);
  const restOfWeekend = { 6: 2, 0: 1 }[lastDay.getUTCDay()] ?? 0;
  return addMs(lastDay, restOfWeekend * day);
}

/**
 * When the last day has ended wherever the buyer may be. Where the contract's date is UTC's, that is latest in UTC-12.
 * Where it was already the next date, the last day may be later too: it ends latest where that date had just begun (at
 * most UTC+14). Pure.
 */
export function withdrawalEndsAt(agreedAt: Date): Date {
  const endOfUtcDay = addMs(lastDayToWithdraw(agreedAt), day + 12 * hour);
  const nextDay = addMs(midnightBefore(agreedAt), day);
  const ahead = nextDay.getTime() - agreedAt.getTime();
  const endOfNextDay = addMs(lastDayToWithdraw(nextDay), day - ahead);
  return ahead <= 14 * hour && endOfNextDay > endOfUtcDay ? endOfNextDay : endOfUtcDay;
}

function midnightBefore(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** The last of the calendar days on which the shop's own terms let the buyer ask for a refund. Pure. */
export function lastDayOfRefundTerms(agreedAt: Date): Date {
  return addMs(midnightBefore(agreedAt), refundTermsDays * day);
}

/** When that day has ended everywhere on Earth, in UTC-12 the latest. Pure. */
export function refundTermsEndAt(agreedAt: Date): Date {
  return addMs(lastDayOfRefundTerms(agreedAt), day + 12 * hour);
}
