import { recordAudit } from "@/lib/audit/record-audit";
import type { Prisma } from "@/lib/db/generated/client";

/**
 * Writes an administrator's change of their own account into the audit log, in the change's transaction; a customer's
 * is not written. Call it last, as recordAudit.
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
