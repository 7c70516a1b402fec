import { shortOrderId } from "@/lib/ids";

/** The most characters a message or an answer may have; the database holds it too. */
export const longestMessage = 10_000;

/** The subject of a ticket, which is made from what its writer took for an order's id. */
export function ticketSubject(
  kind: "support" | "custom_package" | "refill" | "refund",
  reference: string,
): string {
  const about = reference === "" ? "" : `: ${shortOrderId(reference)}`;
  switch (kind) {
    case "custom_package":
      return "Custom package";
    case "refill":
      return `Refill request${about}`;
    case "refund":
      return `Refund request${about}`;
    case "support":
      return reference === "" ? "General Support" : `Order Support${about}`;
  }
}

/** A message with an order's id that names none of its writer's orders: it stays where a person reads it. */
export function withReference(message: string, reference: string): string {
  return reference === "" ? message : `${message}\n\nOrder ID: ${reference}`;
}
