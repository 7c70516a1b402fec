import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { type ListCursor, type ListPage, pageOf, writeCursor } from "@/lib/base/list-page";
import type { StarCount } from "@/lib/shop/content/rating";
import type { HidingReason } from "./review-rules";

export type PublicReview = {
  stars: number;
  text: string | null;
  name: string | null;
  platformLabel: string;
  serviceLabel: string;
  /** ISO 8601. */
  writtenAt: string;
  isEdited: boolean;
};

/** Every published review is included, whatever it says. */
const isPublished = Prisma.sql`reviews.removed_at IS NULL AND reviews.hidden_at IS NULL`;

/**
 * Published reviews, the newest first, written before `before`. `next` is the next page's `before`, in milliseconds: a
 * public address has no order's id. So a page has more than `size` if the last ones were written at the same moment.
 */
export async function listReviews(
  db: Db,
  { size, before }: { size: number; before?: Date | null },
): Promise<ListPage<PublicReview>> {
  type Found = Omit<PublicReview, "writtenAt"> & { createdAt: Date; isLast: boolean };
  const found = await db.$queryRaw<Found[]>`
    WITH page AS (
      SELECT stars, body AS text, reviews.name, platform_label AS "platformLabel", service_label AS "serviceLabel",
        reviews.created_at AS "createdAt", edited_at IS NOT NULL AS "isEdited"
      FROM reviews JOIN orders ON orders.id = reviews.order_id
      WHERE ${isPublished} ${before ? Prisma.sql`AND reviews.created_at < ${before}` : Prisma.empty}
      ORDER BY reviews.created_at DESC FETCH FIRST (${size}::int) ROWS WITH TIES
    )
    SELECT page.*, NOT EXISTS (SELECT FROM reviews
      WHERE ${isPublished} AND created_at < (SELECT min("createdAt") FROM page)) AS "isLast"
    FROM page ORDER BY "createdAt" DESC`;
  const rows = found.map(({ createdAt, isLast: _, ...review }) => ({
    ...review,
    writtenAt: createdAt.toISOString(),
  }));
  const last = found.at(-1);
  return { rows, next: last && !last.isLast ? String(last.createdAt.getTime()) : null };
}

export type ReviewTotals = { stars: StarCount[]; hidden: { reason: HidingReason; count: number }[] };

/** All published reviews by stars and what was bought, and the hidden ones by reason. */
export async function countReviews(db: Db): Promise<ReviewTotals> {
  const [stars, hidden] = await Promise.all([
    db.$queryRaw<StarCount[]>`
      SELECT platform_slug AS platform, service_slug AS service, stars, count(*)::int AS count
      FROM reviews JOIN orders ON orders.id = reviews.order_id
      WHERE ${isPublished} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    db.$queryRaw<ReviewTotals["hidden"]>`
      SELECT hidden_reason AS reason, count(*)::int AS count FROM reviews
      WHERE hidden_at IS NOT NULL AND removed_at IS NULL GROUP BY 1 ORDER BY 1`,
  ]);
  return { stars, hidden };
}

/** Reviews with their text for an administrator, hidden ones included, the newest first. */
export async function listAllReviews(db: Db, { size, after }: { size: number; after?: ListCursor | null }) {
  const found = await db.review.findMany({
    where: {
      removedAt: null,
      ...(after && {
        createdAt: { lte: after.createdAt },
        OR: [{ createdAt: { lt: after.createdAt } }, { orderId: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: "desc" }, { orderId: "desc" }],
    take: size + 1,
    include: { order: { select: { platformLabel: true, serviceLabel: true } } },
  });
  return pageOf(found, size, ({ createdAt, orderId }) => writeCursor({ createdAt, id: orderId }));
}
