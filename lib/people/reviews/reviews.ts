import { z } from "zod";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import { AppError, conflict, notFound } from "@/lib/base/errors";
import { orderTokenSchema } from "@/lib/base/order-number";
import { editableDays, type HidingReason, nameProblem, reviewable, textProblem } from "./review-rules";

export type OwnReview = {
  state: "open" | "final" | "removed" | "hidden";
  stars: number;
  text: string;
  name: string;
  /** ISO 8601. */
  editableUntil: string;
};

type Row = Omit<OwnReview, "editableUntil"> & { editableUntil: Date };

/** The review of the order that a token opens; null before one was written. */
export async function findOwnReview(db: Db, token: string): Promise<OwnReview | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT CASE WHEN removed_at IS NOT NULL THEN 'removed' WHEN hidden_at IS NOT NULL THEN 'hidden'
        WHEN reviews.created_at > now() - ${editableDays}::int * interval '1 day' THEN 'open' ELSE 'final' END AS state,
      stars, COALESCE(body, '') AS text, COALESCE(name, '') AS name,
      reviews.created_at + ${editableDays}::int * interval '1 day' AS "editableUntil"
    FROM reviews JOIN orders ON orders.id = reviews.order_id WHERE orders.token = ${token}`;
  return row ? { ...row, editableUntil: row.editableUntil.toISOString() } : null;
}

/** A text without a problem, trimmed; an empty one is null. */
function publicText(problemOf: (text: string) => string | null) {
  return z
    .string()
    .default("")
    .transform((text) => text.replace(/\r\n/g, "\n").trim())
    .superRefine((text, context) => {
      const message = problemOf(text);
      if (message) context.addIssue({ code: "custom", message });
    })
    .transform((text) => text || null);
}

/** The form on the page of an order that was delivered, in full or in part. */
export const reviewSchema = z.object({
  token: orderTokenSchema,
  stars: z.coerce
    .number({ error: "Please choose from 1 to 5 stars." })
    .int()
    .min(1, "Please choose from 1 to 5 stars.")
    .max(5),
  message: publicText(textProblem),
  name: publicText(nameProblem),
});

export const removeReviewSchema = z.object({ token: orderTokenSchema });

/**
 * Publishes the review of a delivered order, or changes it within 30 days of the first version. One per order, even
 * with simultaneous calls. Errors: not_found (no such link); conflict when nothing of the order was delivered or it
 * still runs, the review is older, or it was removed or hidden.
 */
export async function saveReview(
  db: Db,
  { token, stars, message, name }: z.infer<typeof reviewSchema>,
): Promise<void> {
  const isSaved = await db.$executeRaw`
    WITH bought AS (SELECT id FROM orders WHERE token = ${token} AND status::text = ANY(${reviewable}) FOR SHARE)
    INSERT INTO reviews (order_id, stars, body, name) SELECT id, ${stars}::int, ${message}, ${name} FROM bought
    ON CONFLICT (order_id) DO UPDATE SET stars = EXCLUDED.stars, body = EXCLUDED.body, name = EXCLUDED.name,
      edited_at = now(), is_on_pages = false
    WHERE reviews.removed_at IS NULL AND reviews.hidden_at IS NULL
      AND reviews.created_at > now() - ${editableDays}::int * interval '1 day'`;
  if (isSaved) return;
  const order = await db.order.findUnique({ where: { token }, select: { status: true } });
  if (!order) throw new AppError("not_found");
  throw conflict(
    reviewable.includes(order.status)
      ? `This review can't be changed any more. That is possible for ${editableDays} days, and not after a review was removed or hidden.`
      : "You can write a review once the delivery has ended and something has arrived.",
  );
}

/**
 * Removes a review for its buyer: its text and name are erased, it no longer counts, and the order can't be reviewed
 * again. Errors: not_found without a review.
 */
export async function removeReview(db: Db, token: string): Promise<void> {
  const isRemoved = await db.$executeRaw`
    UPDATE reviews SET removed_at = now(), body = NULL, name = NULL, is_on_pages = false
    FROM orders WHERE orders.token = ${token} AND reviews.order_id = orders.id AND removed_at IS NULL`;
  if (!isRemoved) throw notFound("There is no review to remove.");
}

/**
 * Notifies the web servers that static pages must be revalidated, if reviews have changed since the last call. Notice
 * and mark are one transaction, so no change is lost when a worker dies.
 */
export async function notifyReviewPages(db: Database): Promise<void> {
  await db.$executeRaw`
    WITH told AS (UPDATE reviews SET is_on_pages = true WHERE NOT is_on_pages RETURNING order_id)
    SELECT pg_notify('catalog_changed', 'reviews') FROM told LIMIT 1`;
}

/**
 * Hides a published review for a listed reason, or shows it again (`hiddenReason` null). The reviews page says how many
 * are hidden and why. Errors: not_found when the review was removed, or is already hidden or shown as requested.
 */
export async function hideReview(
  db: Database,
  { orderId, hiddenReason, ...audit }: AuditContext & { orderId: string; hiddenReason: HidingReason | null },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const isChanged = await tx.$executeRaw`
      UPDATE reviews SET hidden_at = CASE WHEN ${hiddenReason}::text IS NOT NULL THEN now() END,
        hidden_reason = ${hiddenReason}, is_on_pages = false
      WHERE order_id = ${orderId}::uuid AND removed_at IS NULL
        AND (hidden_at IS NULL) = (${hiddenReason}::text IS NOT NULL)`;
    if (!isChanged) throw notFound("This review has changed. Reload the page.");
    await recordAudit(tx, audit, hiddenReason ? "review.hidden" : "review.shown", ["order", orderId], {
      ...(hiddenReason && { after: { hiddenReason } }),
    });
  });
}
