import type { Order, Prisma, Refund } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";

/**
 * Locks the order of a refund and reads both, for an administrator's decision. Throws not_found, and conflict when the
 * refund is not held any more.
 */
export async function lockHeldRefund(
  tx: Prisma.TransactionClient,
  refundId: string,
): Promise<{ refund: Refund; order: Order }> {
  await tx.$queryRaw`
    SELECT id FROM orders WHERE id = (SELECT order_id FROM refunds WHERE id = ${refundId}::uuid) FOR UPDATE`;
  const found = await tx.refund.findUnique({ where: { id: refundId }, include: { order: true } });
  if (!found) throw new AppError("not_found");
  const { order, ...refund } = found;
  if (refund.status !== "held") {
    throw new AppError("conflict", { userMessage: "Somebody has decided about this refund already." });
  }
  return { refund, order };
}
