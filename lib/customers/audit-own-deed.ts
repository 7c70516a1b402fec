import { recordAudit } from "@/lib/audit/record-audit";
import type { Prisma } from "@/lib/db/generated/client";

/**
 * Writes into the audit log what was done to an administrator's account by its own session or by a link from its mail,
 * in the transaction that does it. A customer's own account is the customer's business: nothing is written. Call it
 * last, as recordAudit.
 */
export async function auditOwnDeed(
  tx: Prisma.TransactionClient,
  userId: string,
  action: string,
  after?: Prisma.InputJsonObject,
): Promise<void> {
  const role = await tx.userRole.findFirst({
    where: { userId, role: "admin" },
    select: { user: { select: { email: true } } },
  });
  if (!role) return;
  const actor = { id: userId, email: role.user.email };
  await recordAudit(tx, { actor, action, subjectType: "user", subjectId: userId, ...(after && { after }) });
}
