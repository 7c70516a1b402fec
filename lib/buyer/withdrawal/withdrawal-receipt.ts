import type { Db } from "@/lib/base/db/client";
import type { Order, Withdrawal } from "@/lib/base/db/generated/client";
import { formatCents, refundTime } from "@/lib/base/money";
import { mediumDate } from "@/lib/base/time/time";
import { mailTime } from "@/lib/mail/queue/mail-time";
import { isGuestOrder } from "@/lib/orders/order/guest-order";
import { unitOf } from "@/lib/orders/order/sold-names";
import {
  contractDate,
  lastDayOfRefundTerms,
  lastDayToWithdraw,
  refundTermsEndAt,
} from "@/lib/orders/order/withdrawal-period";
import { amountLabel } from "@/lib/shop/catalog/catalog";

/** A statement of withdrawal, as the mail and the pages confirm it. */
export type WithdrawalReceipt = {
  orderNumber: string;
  /**
   * Null unless the order was paid or placed by an account, because a mail that a stranger can trigger must not repeat
   * typed text.
   */
  name: string | null;
  /** With the time zone. */
  statedAt: string;
  /** Says how the order and its money continue. */
  answer: string;
  /** As the statement was decided; null before. */
  outcome: string | null;
  /** The withdrawal waits for a confirmation by the order's own link. */
  isUnconfirmed: boolean;
};

/**
 * The receipt of a stored statement. Throws when there is none. `replyTime` is for one without an order, and empty where
 * no time is promised.
 */
export async function loadReceipt(db: Db, withdrawalId: string, replyTime = ""): Promise<WithdrawalReceipt> {
  const { order, ...stated } = await db.withdrawal.findUniqueOrThrow({
    where: { id: withdrawalId },
    include: { order: true },
  });
  const isProven = order !== null && (order.paidCents > 0 || !isGuestOrder(order));
  return {
    orderNumber: stated.orderNumber,
    name: isProven ? stated.name : null,
    statedAt: mailTime(stated.statedAt),
    answer: withdrawalAnswer(stated, order, replyTime),
    outcome: stated.outcome,
    isUnconfirmed: stated.outcome === "unconfirmed",
  };
}

type Decided = Pick<
  Withdrawal,
  "outcome" | "statedAt" | "delivered" | "openUnits" | "backCents" | "mostCents"
>;
type Contract = Pick<Order, "quantity" | "unitOne" | "unitMany" | "createdAt" | "paidAt">;

const notFound = (replyTime: string) =>
  `We could not find an order with this number and this email address. We've kept your statement, and its date counts. If the number or the address was mistyped, please state your withdrawal again with the right one. If both are right, reply to us: our team will look for the order and write to you${replyTime}.`;

/** Tells the buyer the consequences of a statement of withdrawal. Pure. */
export function withdrawalAnswer(stated: Decided, order: Contract | null, replyTime = ""): string {
  if (stated.outcome === "unmatched") return notFound(replyTime);
  if (stated.outcome === null || order === null)
    return "Your withdrawal counts from that moment. We are working out what goes back to you, and your order's page will show it.";
  switch (stated.outcome) {
    case "unconfirmed":
      return "Your withdrawal counts from that moment, and we've paused what has not been sent yet. Please confirm the withdrawal on your order's page, because anyone who knows the order's number and your email address could have sent it. Then we cancel the order, and the price of what was not delivered goes back to you. The page shows what that is before you confirm.";
    case "late":
      return lateAnswer(stated.statedAt, contractDate(order));
    case "repeated":
      return "You had already withdrawn from this order. The receipt that you got then still applies.";
    case "unpaid":
      return "This order has not been paid, so nothing is delivered. It can't be paid any more, and a payment that still arrives goes back in full.";
    case "refunded":
      return "The full payment for this order had already been refunded, so nothing more goes back. We send nothing more for it.";
    case "disputed":
      return "We send nothing more for this order. Your bank is looking into its payment, so we can't send money back ourselves until it has decided. If it decides that the payment stays with us, we refund what was not delivered.";
    default:
      return deliveryAnswer(stated, order);
  }
}

type Planned = Omit<Decided, "statedAt"> & {
  /** The supplier's oldest figure among the open units; null before it reported any. */
  countedAt: Date | null;
};

/** Tells the buyer the effect of a withdrawal before it is confirmed, with the amount that goes back. Pure. */
export function withdrawalPreview(
  { delivered, openUnits, backCents, mostCents, countedAt, outcome }: Planned,
  order: Pick<Order, "paidCents" | "bankReturnedCents" | "quantity" | "unitOne" | "unitMany">,
): string {
  if (order.paidCents === 0)
    return "This order has not been paid. Its payment page closes, and a payment that still arrives is sent back in full.";
  if (outcome === "disputed")
    return order.bankReturnedCents > 0
      ? `Your bank has given you ${formatCents(order.bankReturnedCents)} back, so nothing more goes back. We send nothing more for this order.`
      : "We send nothing more for this order. Your bank is looking into its payment, so nothing goes back before it has decided.";
  if (outcome === "refunded")
    return "The full payment for this order has gone back or is on its way, so nothing more goes back.";
  const [arrived, open, cents] = [delivered ?? 0, openUnits ?? 0, backCents ?? 0];
  const units = `${count(arrived)} of ${all(order)}`;
  const card = "goes back to the card or account you paid with";
  if (open > 0) {
    const figure = countedAt ? `By our supplier's last figure, of ${mailTime(countedAt)}` : "So far";
    const amount = `${betweenText(cents, mostCents ?? 0)} ${card}`;
    return `${figure}, ${units} have arrived. We cancel what has not been sent yet and ask the supplier to stop the rest. ${amount}: the price of what does not arrive. What still arrives stays paid.`;
  }
  if (cents > 0) {
    const part = arrived > 0 ? ` ${units} have arrived and stay paid.` : "";
    return `We cancel what has not been sent yet. ${formatCents(cents)} ${card}.${part}`;
  }
  return arrived < order.quantity
    ? `${units} have arrived and stay paid. The price of the rest has gone back already, so nothing more goes back.`
    : `All ${all(order)} have arrived and stay paid, so nothing goes back.`;
}

const betweenText = (least: number, most: number) =>
  least > 0
    ? `At least ${formatCents(least)} and at most ${formatCents(most)}`
    : `At most ${formatCents(most)}`;

const soon = `We send it without delay, at the latest 14 days after your withdrawal, and banks show it ${refundTime}.`;

function deliveryAnswer({ delivered, openUnits, backCents, mostCents }: Decided, order: Contract): string {
  const [arrived, open, cents] = [delivered ?? 0, openUnits ?? 0, backCents ?? 0];
  const bought = all(order);
  const keeps = "stays paid, because you had agreed that we begin at once";
  const money = formatCents(cents);
  if (open > 0) {
    const back = cents > 0 ? ` ${money} goes back to the card or account you paid with, and` : "";
    const stopped = `We send nothing more for this order. Of ${bought}, ${count(arrived)} had arrived when you withdrew, and ${count(open)} had already been handed to our supplier. We ask the supplier to stop where it can; what still arrives ${keeps}.`;
    if (mostCents !== null)
      return `${stopped} ${betweenText(cents, mostCents)} goes back to the card or account you paid with as soon as that delivery has ended: the price of what does not arrive. Banks show it ${refundTime}.`;
    return `${stopped}${back} ${back ? "the" : "The"} price of whatever does not arrive goes back${back ? " with it" : " to the card or account you paid with"} as soon as that delivery has ended, and banks show it ${refundTime}.`;
  }
  if (arrived === 0)
    return `Nothing had been delivered. ${money} goes back to the card or account you paid with. ${soon}`;
  if (cents === 0 && arrived < order.quantity)
    return `${count(arrived)} of ${bought} had been delivered when you withdrew. That part ${keeps}. The price of the rest had already gone back to the card or account you paid with.`;
  if (cents === 0)
    return `Nothing was left to deliver when you withdrew: ${count(arrived)} of ${bought} had arrived. That part ${keeps}, so nothing goes back.`;
  return `${count(arrived)} of ${bought} had been delivered when you withdrew. That part ${keeps}. ${money} for the rest goes back to the card or account you paid with. ${soon}`;
}

function lateAnswer(statedAt: Date, agreedAt: Date): string {
  const ended = `The 14 days in which you could withdraw without a reason ended on ${mediumDate(lastDayToWithdraw(agreedAt))}, so this order goes on as it is.`;
  const lastDay = mediumDate(lastDayOfRefundTerms(agreedAt));
  if (statedAt < refundTermsEndAt(agreedAt))
    return `${ended} Our own refund terms give you longer: until ${lastDay} you can ask on your order's page for what was not delivered, and its price goes back to you.`;
  return `${ended} The 30 days of our own refund terms ended on ${lastDay}. If something is wrong with the order, reply to us and we will look into it.`;
}

const count = (units: number) => units.toLocaleString("en-US");
const all = ({ quantity, ...order }: Pick<Order, "quantity" | "unitOne" | "unitMany">) =>
  amountLabel(quantity, unitOf(order));
