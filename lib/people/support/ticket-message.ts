import type { TicketKind } from "@/lib/base/db/generated/enums";
import { shortOrderId } from "@/lib/base/order-id";

/** The longest message or answer, in characters; a check of the database enforces it too. */
export const longestMessage = 10_000;

/** The most customer's messages that wait for an answer in one ticket, besides its first. */
export const mostWaiting = 20;

/** The most messages after the first that a ticket takes from its customer and that its pages show. */
export const mostMessages = 200;

/** The subject of a ticket; `reference` is an order id as it was typed, or a profile. */
export function ticketSubject(kind: TicketKind, reference: string): string {
  const about = reference === "" ? "" : `: ${shortOrderId(reference)}`;
  switch (kind) {
    case "custom_package":
      return "Custom package";
    case "refill":
      return `Refill request${about}`;
    case "refund":
      return `Refund request${about}`;
    case "stop_orders":
      return `Stop orders for ${reference}`;
    case "support":
      return reference === "" ? "General Support" : `Order Support${about}`;
  }
}

/** A message with an order id that matches none of the writer's orders, for an administrator to read. */
export function withReference(message: string, reference: string): string {
  return reference === "" ? message : `${message}\n\nOrder ID: ${reference}`;
}

/**
 * The text without the secret part of orders' links, of the waiting page's link (`/success?order=…`) too, and without a
 * token that stands alone (Stripe's ids are as long): customers paste them, saved replies contain them, and the holder
 * can act as the buyer. Pure.
 */
export function hideOrderLinks(text: string): string {
  return text
    .replace(/(\/order\/|[?&]order=|%2Forder%2F|%3Forder%3D)[\w-]{16,}/gi, "$1…")
    .replace(/(?<![\w-])(?!(?:pi|ch|py|re)_)(?=\S*[A-Z])(?=\S*[a-z])[\w-]{27}(?![\w-])/g, "…");
}
