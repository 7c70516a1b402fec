import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { ItemState } from "@/lib/db/generated/enums";

/** An item in review, with what is known about its last call. */
export type ItemInReview = {
  id: string;
  orderId: string;
  state: ItemState;
  reason: string | null;
  reviewSince: Date;
  link: string;
  quantity: number;
  attempt: number;
  supplierName: string | null;
  providerOrderId: string | null;
  providerStatus: string | null;
  lastCall: {
    request: { service: string; link: string; quantity: number } | null;
    outcome: string | null;
    reason: string | null;
    httpStatus: number | null;
    answer: string | null;
    startedAt: Date;
    endedAt: Date | null;
  } | null;
};

/** The last row of the previous page. */
export type ReviewCursor = { reviewSince: Date; id: string };

const requestSchema = z.object({ service: z.string(), link: z.string(), quantity: z.number() });

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
    include: { supplier: { select: { name: true } }, calls: { orderBy: { attempt: "desc" }, take: 1 } },
  });
  return rows.flatMap(({ supplier, calls, ...item }): ItemInReview[] => {
    if (!item.reviewSince) return [];
    const call = calls[0];
    return [
      {
        id: item.id,
        orderId: item.orderId,
        state: item.state,
        reason: item.reason,
        reviewSince: item.reviewSince,
        link: item.link,
        quantity: item.quantity,
        attempt: item.attempt,
        supplierName: supplier?.name ?? null,
        providerOrderId: item.providerOrderId,
        providerStatus: item.providerStatus,
        lastCall: call
          ? {
              request: requestSchema.safeParse(call.request).data ?? null,
              outcome: call.outcome,
              reason: call.reason,
              httpStatus: call.httpStatus,
              answer: call.answer,
              startedAt: call.startedAt,
              endedAt: call.endedAt,
            }
          : null,
      },
    ];
  });
}
