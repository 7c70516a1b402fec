import type { Db } from "@/lib/base/db/client";

export type ItemInReview = Awaited<ReturnType<typeof listItemsInReview>>[number];

/** The items in review with their last calls, those that wait longest first, at most `limit`. */
export function listItemsInReview(db: Db, { limit }: { limit: number }) {
  return db.fulfillmentItem.findMany({
    where: { reviewSince: { not: null } },
    orderBy: [{ reviewSince: "asc" }, { id: "asc" }],
    take: limit,
    include: {
      supplier: { select: { name: true } },
      calls: { where: { action: "add" }, orderBy: { attempt: "desc" }, take: 1 },
    },
  });
}
