import { z } from "zod";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { editableDays, nameProblem, reviewable, textProblem } from "./review-rules";

/** The token in the address of an order's page. */
const tokenSchema = z.string().min(22).max(64);

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
  token: tokenSchema,
  stars: z.coerce
    .number({ error: "Please choose from 1 to 5 stars." })
    .int()
    .min(1, "Please choose from 1 to 5 stars.")
    .max(5),
  message: publicText(textProblem),
  name: publicText(nameProblem),
});

export const removeReviewSchema = z.object({ token: tokenSchema });

/**
 * Publishes the review of a delivered order, or changes it within 30 days of the first version. One for each order,
 * also with simultaneous calls. Errors: not_found (no such link); conflict when nothing of the order was delivered or
 * it still runs, the review is older, or it was removed or hidden.
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
  throw new AppError("conflict", {
    userMessage: reviewable.includes(order.status)
      ? `This review can't be changed any more. That is possible for ${editableDays} days, and not after a review was removed or hidden.`
      : "You can write a review once the delivery has ended and something has arrived.",
  });
}

/**
 * Removes a review at its buyer's request: its text and name are erased, it no longer counts, and the order can't be
 * reviewed again. Errors: not_found without a review.
 */
export async function removeReview(db: Db, token: string): Promise<void> {
  const isRemoved = await db.$executeRaw`
    UPDATE reviews SET removed_at = now(), body = NULL, name = NULL, is_on_pages = false
    FROM orders WHERE orders.token = ${token} AND reviews.order_id = orders.id AND removed_at IS NULL`;
  if (!isRemoved) throw new AppError("not_found", { userMessage: "There is no review to remove." });
}
