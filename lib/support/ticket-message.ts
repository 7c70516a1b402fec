import type { TicketKind } from "@/lib/db/generated/enums";
import { shortOrderId } from "@/lib/ids";

/** The most characters a message or an answer may have; the database holds it too. */
export const longestMessage = 10_000;

/** The subject of a ticket, made from what it is about: what its writer took for an order's id, or a profile. */
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

/** A message with an order's id that names none of its writer's orders: it stays where a person reads it. */
export function withReference(message: string, reference: string): string {
  return reference === "" ? message : `${message}\n\nOrder ID: ${reference}`;
}
