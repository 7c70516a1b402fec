import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Platform, ServiceType } from "@/lib/platforms";
import type { StarCount } from "./rating";
import type { HidingReason } from "./review-rules";

export type PublicReview = {
  stars: number;
  text: string | null;
  name: string | null;
  platform: Platform;
  service: ServiceType;
  /** ISO 8601. */
  writtenAt: string;
  isEdited: boolean;
};

/** Every published review is included, whatever it says. */
const isPublished = Prisma.sql`reviews.removed_at IS NULL AND reviews.hidden_at IS NULL`;

/** Published reviews, the newest first. */
export async function listReviews(
  db: Db,
  { take, skip = 0 }: { take: number; skip?: number },
): Promise<PublicReview[]> {
  const rows = await db.$queryRaw<(Omit<PublicReview, "writtenAt"> & { createdAt: Date })[]>`
    SELECT stars, body AS text, reviews.name, platform::text, service_type::text AS service,
      reviews.created_at AS "createdAt", edited_at IS NOT NULL AS "isEdited"
    FROM reviews JOIN orders ON orders.id = reviews.order_id
    WHERE ${isPublished}
    ORDER BY reviews.created_at DESC, reviews.order_id DESC LIMIT ${take}::int OFFSET ${skip}::int`;
  return rows.map(({ createdAt, ...review }) => ({ ...review, writtenAt: createdAt.toISOString() }));
}

export type ReviewTotals = { stars: StarCount[]; hidden: { reason: HidingReason; count: number }[] };

/** All published reviews by stars and what was bought, and the hidden ones by reason. */
export async function countReviews(db: Db): Promise<ReviewTotals> {
  const [stars, hidden] = await Promise.all([
    db.$queryRaw<StarCount[]>`
      SELECT platform::text, service_type::text AS service, stars, count(*)::int AS count
      FROM reviews JOIN orders ON orders.id = reviews.order_id
      WHERE ${isPublished} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    db.$queryRaw<ReviewTotals["hidden"]>`
      SELECT hidden_reason AS reason, count(*)::int AS count FROM reviews
      WHERE hidden_at IS NOT NULL AND removed_at IS NULL GROUP BY 1 ORDER BY 1`,
  ]);
  return { stars, hidden };
}

/** Reviews with their text for an administrator, hidden ones included, the newest first. */
export function listAllReviews(db: Db, { take, skip }: { take: number; skip: number }) {
  return db.review.findMany({
    where: { removedAt: null },
    orderBy: [{ createdAt: "desc" }, { orderId: "desc" }],
    take,
    skip,
    include: { order: { select: { platform: true, serviceType: true } } },
  });
}
