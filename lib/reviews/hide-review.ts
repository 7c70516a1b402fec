import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { HidingReason } from "./review-rules";

/**
 * Hides a published review for a listed reason, or shows it again (`hiddenReason` null). The reviews page says how many
 * are hidden and why. Errors: not_found when the review was removed, or already is as asked.
 */
export async function hideReview(
  db: Database,
  { orderId, hiddenReason, ...deed }: Deed & { orderId: string; hiddenReason: HidingReason | null },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const isChanged = await tx.$executeRaw`
      UPDATE reviews SET hidden_at = CASE WHEN ${hiddenReason}::text IS NOT NULL THEN now() END,
        hidden_reason = ${hiddenReason}, is_on_pages = false
      WHERE order_id = ${orderId}::uuid AND removed_at IS NULL
        AND (hidden_at IS NULL) = (${hiddenReason}::text IS NOT NULL)`;
    if (!isChanged)
      throw new AppError("not_found", { userMessage: "This review has changed. Reload the page." });
    await recordAudit(tx, {
      ...deed,
      action: hiddenReason ? "review.hidden" : "review.shown",
      subjectType: "order",
      subjectId: orderId,
      ...(hiddenReason && { after: { hiddenReason } }),
    });
  });
}
