import type { Actor } from "@/lib/base/audit/record-audit";
import type { Db } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";

/**
 * Makes what the shop refunds of these items' order by itself count in an administrator's ceiling, because it follows
 * from their decision (lib/money/refunds/refund-limits.ts). In the caller's transaction.
 */
export async function markDecided(
  tx: Db,
  items: Prisma.FulfillmentItemWhereInput,
  { id: decidedById }: Actor,
): Promise<void> {
  await tx.fulfillmentItem.updateMany({ where: items, data: { decidedById } });
}
