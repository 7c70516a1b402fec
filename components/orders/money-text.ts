import { bankShowsIt, formatCents, shareOfCents } from "@/lib/base/money";
import type { OrderMoney } from "@/lib/orders/order/order-money";

/** Says how much of an ended order's payment goes back to its buyer, how much does not, and what happens next. */
export function shortMoneyText(order: Order): string {
  return join(order, sentAmounts(order), otherAmounts(order.money));
}

/** `shortMoneyText`, with the time that banks take. */
export function moneyText(order: Order & Dated): string {
  return join(order, datedAmounts(order), otherAmounts(order.money));
}

/** `moneyText`, or nothing where no money of the payment moves. */
export function movedMoneyText(order: Dated): string {
  return [...datedAmounts(order), ...otherAmounts(order.money)].join(" ");
}

type Order = {
  refundedCents: number;
  money: OrderMoney;
  totalCents: number;
  quantity: number;
  progress: { delivered: number } | null;
};

type Moved = Pick<Order, "refundedCents" | "money">;
type Dated = Moved & {
  /** The bank may not show what has gone back yet. */
  isRefundRecent: boolean;
};

function datedAmounts(order: Dated): string[] {
  const sent = sentAmounts(order);
  const isAwaited = order.isRefundRecent || order.money.onItsWayCents > 0 || order.money.owedCents > 0;
  return sent.length > 0 && isAwaited ? [...sent, bankShowsIt] : sent;
}

function join({ totalCents, quantity, progress }: Order, ...messages: string[][]): string {
  const text = messages.flat().join(" ");
  if (text) return text;
  const missed = quantity - (progress?.delivered ?? 0);
  return shareOfCents(totalCents, missed, quantity) === 0
    ? "What did not arrive is worth less than a cent, so nothing goes back."
    : "Nothing goes back to your card.";
}

function sentAmounts({ refundedCents, money }: Moved): string[] {
  return [
    ...say(refundedCents, (amount) => `${amount} has gone back to your card.`),
    ...say(money.onItsWayCents, (amount) => `${amount} is on its way back to your card.`),
    ...say(money.owedCents, (amount) => `${amount} goes back to your card.`),
  ];
}

function otherAmounts(money: OrderMoney): string[] {
  return [
    ...say(money.heldCents, (amount) => `Our team is checking a refund of ${amount}.`),
    ...bouncedText(money),
    ...say(money.otherWayCents, (amount) => `Our team has paid you ${amount} in another way.`),
    ...say(
      money.declinedCents,
      (amount) =>
        `Our team checked a refund of ${amount} and decided against it. If you don't agree, please write to us.`,
    ),
    ...bankText(money),
  ];
}

/** Says that a refund did not reach the card, and what happens next; empty where all did. */
export function bouncedText({ bouncedCents }: OrderMoney): string[] {
  return say(
    bouncedCents,
    (amount) =>
      `A refund of ${amount} did not reach your card. Our team will send it again or agree on another way with you.`,
  );
}

/** Says how the bank handles a disputed payment; empty for any other payment. */
export function bankText({ bank, bankCents }: OrderMoney): string[] {
  if (bank === "deciding") return ["Your bank is looking into the payment."];
  return say(bankCents, (amount) => `Your bank has given you ${amount} back.`);
}

function say(cents: number, sentence: (amount: string) => string): string[] {
  return cents > 0 ? [sentence(formatCents(cents))] : [];
}
