import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { FulfillmentItem, SupplierCall } from "@/lib/db/generated/client";

const itemFields = {
  id: true,
  orderId: true,
  state: true,
  reason: true,
  reviewSince: true,
  link: true,
  quantity: true,
  attempt: true,
  providerOrderId: true,
  providerStatus: true,
} as const;

const callFields = {
  request: true,
  outcome: true,
  reason: true,
  httpStatus: true,
  answer: true,
  startedAt: true,
  endedAt: true,
} as const;

const requestSchema = z.object({ service: z.string(), link: z.string(), quantity: z.number() });

/** An item in review, with what is known about its last call. */
export type ItemInReview = Pick<FulfillmentItem, keyof typeof itemFields> & {
  reviewSince: Date;
  supplierName: string | null;
  lastCall:
    | (Omit<Pick<SupplierCall, keyof typeof callFields>, "request"> & {
        request: z.infer<typeof requestSchema> | null;
      })
    | null;
};

/** The last row of the previous page. */
export type ReviewCursor = { reviewSince: Date; id: string };

/**
 * The items in review, the longest waiting first: unknown outcomes, refusals by all suppliers, errors at the supplier,
 * manual deliveries. At most `limit`, from after `after`.
 */
export async function listItemsInReview(
  db: Db,
  { limit, after }: { limit: number; after?: ReviewCursor },
): Promise<ItemInReview[]> {
  const rows = await db.fulfillmentItem.findMany({
    where: {
      reviewSince: { not: null },
      ...(after && {
        OR: [
          { reviewSince: { gt: after.reviewSince } },
          { reviewSince: after.reviewSince, id: { gt: after.id } },
        ],
      }),
    },
    orderBy: [{ reviewSince: "asc" }, { id: "asc" }],
    take: limit,
    select: {
      ...itemFields,
      supplier: { select: { name: true } },
      calls: { orderBy: { attempt: "desc" }, take: 1, select: callFields },
    },
  });
  return rows.flatMap(({ supplier, calls: [call], reviewSince, ...item }): ItemInReview[] => {
    if (!reviewSince) return [];
    const lastCall = call ? { ...call, request: requestSchema.safeParse(call.request).data ?? null } : null;
    return [{ ...item, reviewSince, supplierName: supplier?.name ?? null, lastCall }];
  });
}
