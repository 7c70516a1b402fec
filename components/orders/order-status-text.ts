import { assertNever } from "@/lib/base/errors";
import { bankShowsIt } from "@/lib/base/money";
import { endTitle } from "@/lib/orders/order/order-ending";
import type { OrderView } from "@/lib/orders/views/order-view";
import { amountLabel, handleOf, isList } from "@/lib/shop/catalog/catalog";
import { bankText, bouncedText, moneyText, movedMoneyText } from "./money-text";

type StatusText = { title: string; detail: string };

/** A headline and a short text on the order's status for its buyer. */
export function orderStatusText(view: OrderView): StatusText {
  const amount = amountLabel(view.quantity, view.unit);
  const refused = refusedPayment(view);
  if (refused) {
    const detail = `${refused}. Nothing will be delivered for it. ${whenReturned(view)}`.trim();
    return { title: "We're refunding your payment", detail };
  }
  switch (view.status) {
    case "pending":
      return {
        title: "Waiting for your payment",
        detail: "Your order is saved. Delivery starts as soon as the payment has arrived.",
      };
    case "expired": {
      const returned = returnedPayment(view);
      const charged = returned ? `${returned}. ${whenReturned(view)}` : "Nothing was charged.";
      return { title: "The payment page has closed", detail: `${charged} You can still pay for this order.` };
    }
    case "processing":
      return processingText(view, amount);
    case "completed":
      return completedText(view, amount);
    case "partial":
      return {
        title: endTitle("partial", view.ending),
        detail: `${deliveredMessage(view)} ${moneyText(view)}`,
      };
    case "failed": {
      const nothing = view.ending ? "Nothing was delivered. " : "";
      return { title: endTitle("failed", view.ending), detail: `${nothing}${moneyText(view)}` };
    }
    default:
      return assertNever(view.status);
  }
}

/**
 * The timeline's message about the last payment of an unpaid order that can't be kept (the country of its card, for
 * example); null without one.
 */
export function returnedPayment({ paidAt, timeline }: OrderView): string | null {
  if (paidAt !== null) return null;
  return timeline.findLast(({ type }) => type === "payment.duplicate")?.label ?? null;
}

/** `returnedPayment`, until another payment page is opened. */
export function refusedPayment(view: OrderView): string | null {
  const last = view.timeline.findLast(
    ({ type }) => type === "payment.duplicate" || type === "payment.attempted",
  );
  return last?.type === "payment.duplicate" ? returnedPayment(view) : null;
}

/** Says that a refund did not reach the card or, for any other, when the bank shows it. */
function whenReturned({ money, isRefundRecent }: OrderView): string {
  return bouncedText(money)[0] ?? (money.isOpen || isRefundRecent ? bankShowsIt : "");
}

function processingText(view: OrderView, amount: string): StatusText {
  if (view.stop) return stoppedText(view, view.stop);
  const keepPublic = isList(view.target)
    ? "Please keep the list public."
    : "Please keep the account public and its name unchanged.";
  const whom = `${handleOf(view)} on ${view.platformLabel}`;
  const hasBegun = view.progress !== null && view.progress.delivered > 0;
  if (view.items.some(({ fix }) => fix !== null)) {
    return {
      title: "Payment received, delivery is paused",
      detail: `We could not reach ${whom}. Delivery continues once it can be reached again.`,
    };
  }
  // The supplier's answer was lost, or was a refusal that an operator must look at: delivery may or may not have begun.
  if (view.items.some(({ progress }) => progress === "checking")) {
    return {
      title: "Payment received, delivery is being checked",
      detail: hasBegun
        ? `Some of your ${amount} for ${whom} have arrived, and we're checking on the rest. There is nothing you need to do: it will be delivered, or its price goes back to your card. ${keepPublic}`
        : `We're checking whether the delivery of ${amount} for ${whom} has started. There is nothing you need to do: it will be delivered, or your money goes back to your card. ${keepPublic}`,
    };
  }
  if (hasBegun) {
    return {
      title: `Your ${view.unit.many} are arriving`,
      detail: `${amount} are being delivered. ${keepPublic}`,
    };
  }
  return {
    title: "Payment received, delivery is starting",
    detail: `${amount} for ${whom}. ${keepPublic}`,
  };
}

const stillArriving = "What had already been handed over for delivery may still arrive.";

/** An order of which nothing more is sent, while what was sent before is still being delivered. */
function stoppedText(view: OrderView, stop: NonNullable<OrderView["stop"]>): StatusText {
  switch (stop) {
    case "refunded": {
      const hasGone = view.refundedCents >= view.totalCents;
      const title = hasGone ? "Your payment has gone back" : "Your payment is going back";
      return {
        title,
        detail: `${moneyText(view)} We send nothing more. ${stillArriving}`,
      };
    }
    case "disputed":
      return {
        title: "Delivery has stopped",
        detail: `${bankText(view.money).join(" ")} We send nothing more for this order. ${stillArriving}`,
      };
    case "withdrawn":
      return {
        title: "You withdrew from this order",
        detail: `We send nothing more for it. ${stillArriving} The price of what does not arrive goes back to your card as soon as that delivery has ended.`,
      };
    case "unconfirmed":
      return {
        title: "Delivery is paused: please confirm the withdrawal",
        detail: `Someone withdrew from this order by its number and your email address. If it was you, confirm it below. If it was not, write to us, and the delivery goes on. ${stillArriving}`,
      };
    case "blocked":
      return {
        title: "Payment received, delivery is on hold",
        detail: `Our team is checking this order. There is nothing you need to do: it will be delivered, or the price of what does not arrive goes back to your card. ${stillArriving}`,
      };
    default:
      return assertNever(stop);
  }
}

/**
 * The text of an order that its supplier delivered in full. Our own count may differ, and money may have gone back all
 * the same.
 */
function completedText(view: OrderView, amount: string): StatusText {
  const missing = view.items
    .filter(({ neverArrived, replacement }) => neverArrived && !isMadeGood(replacement))
    .reduce((sum, { dropped }) => sum + (dropped ?? 0), 0);
  const money = movedMoneyText(view);
  if (missing === 0) {
    const arrived =
      view.stop === "withdrawn"
        ? `All ${amount} had been handed over before you withdrew, and have arrived at ${handleOf(view)}. They stay paid.`
        : `All ${amount} have arrived at ${handleOf(view)}.`;
    return { title: endTitle("completed", null), detail: [arrived, money].filter(Boolean).join(" ") };
  }
  const arrived = `By our own count, ${missing.toLocaleString("en-US")} of ${amount} never arrived.`;
  const whatNext = money || "This page shows what we do about it.";
  return { title: "Delivery has ended", detail: `${arrived} ${whatNext}` };
}

function isMadeGood(replacement: OrderView["items"][number]["replacement"]): boolean {
  return replacement?.isOver === true && replacement.delivered >= replacement.quantity;
}

function deliveredMessage(view: OrderView): string {
  const delivered = view.progress?.delivered ?? 0;
  const verb = delivered === 1 ? "was" : "were";
  return `${delivered.toLocaleString("en-US")} of ${amountLabel(view.quantity, view.unit)} ${verb} delivered.`;
}
