import { applyDispute } from "@/lib/disputes/apply-dispute";
import { AppError } from "@/lib/errors";
import type { PaymentDeps } from "@/lib/payments/settle-payment";
import type { EventSubject } from "./received-event";

/**
 * charge.dispute.created, .updated, .closed, .funds_withdrawn and .funds_reinstated: the event only says which dispute
 * to look at.
 */
export async function onDisputeChanged(deps: PaymentDeps, subject: EventSubject): Promise<string> {
  if (subject.object !== "dispute" || !subject.id) return "Not a dispute.";
  try {
    const settled = await applyDispute(deps, subject.id);
    return settled.kind === "foreign"
      ? "Not a dispute of a payment of this shop."
      : `The dispute stands at "${settled.status.replaceAll("_", " ")}".`;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return "Stripe does not know the dispute any more.";
    throw error;
  }
}
