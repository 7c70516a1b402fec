import type { Db } from "@/lib/db/client";
import { editableDays } from "./review-rules";

/** An order's review as its buyer sees it. */
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
