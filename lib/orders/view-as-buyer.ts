import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";

/**
 * The address of an order's page, for an administrator. The page gives the buyer's powers to its holder, so each call
 * writes a row of the audit log. Errors: not_found.
 */
export async function viewAsBuyer(
  db: Database,
  { orderId, actor }: { orderId: string; actor: Actor },
): Promise<string> {
  return db.$transaction(async (tx) => {
    const order = await tx.order.findUnique({ where: { id: orderId }, select: { token: true } });
    if (!order) throw notFound("There is no such order.");
    await recordAudit(tx, { actor }, "order.viewed_as_buyer", ["order", orderId]);
    return `/order/${order.token}`;
  });
}
