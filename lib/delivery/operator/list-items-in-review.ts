import type { Db } from "@/lib/db/client";

/** An item in review, with what is known about its last call. */
export type ItemInReview = Awaited<ReturnType<typeof listItemsInReview>>[number];

/**
 * The items in review, those that wait longest first, at most `limit`: unknown outcomes, refusals by all suppliers,
 * errors at the supplier, manual deliveries.
 */
export async function listItemsInReview(db: Db, { limit }: { limit: number }) {
  const rows = await db.fulfillmentItem.findMany({
    where: { reviewSince: { not: null } },
    orderBy: [{ reviewSince: "asc" }, { id: "asc" }],
    take: limit,
    include: {
      supplier: { select: { name: true } },
      calls: { where: { action: "add" }, orderBy: { attempt: "desc" }, take: 1 },
    },
  });
  return rows.flatMap(({ supplier, calls: [call], reviewSince, ...item }) => {
    if (!reviewSince) return [];
    return [{ ...item, reviewSince, supplierName: supplier?.name ?? null, lastCall: call ?? null }];
  });
}
