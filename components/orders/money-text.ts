import { bankShowsIt, formatCents } from "@/lib/base/money";
import type { OrderMoney } from "@/lib/orders/order/order-money";

/** Says how much of an ended order's payment goes back to its buyer, how much does not, and what happens next. */
export function shortMoneyText(order: Order): string {
  return join(sentAmounts(order), otherAmounts(order.money));
}

/** `shortMoneyText`, with the time that banks take. */
export function moneyText(order: Order): string {
  const sent = sentAmounts(order);
  return join(sent.length > 0 ? [...sent, bankShowsIt] : [], otherAmounts(order.money));
}

type Order = { refundedCents: number; money: OrderMoney };

function join(...messages: string[][]): string {
  return messages.flat().join(" ") || "What did not arrive is worth less than a cent, so nothing goes back.";
}

function sentAmounts({ refundedCents, money }: Order): string[] {
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
