import type { Actor } from "@/lib/audit/record-audit";
import { may, type Permission, type StaffRole, staffRoleLabels, staffRoleOf } from "@/lib/auth/roles";
import type { Tx } from "@/lib/db/client";
import { forbidden } from "@/lib/errors";
import { inRefundSet } from "@/lib/orders/refund-status";
import { loadSettings, type SiteSettings } from "@/lib/settings/site-settings";

/** How much an administrator may refund or release alone, in cents. */
type RefundCeiling = { refundCents: number; dayCents: number };

const unlimited: RefundCeiling = {
  refundCents: Number.POSITIVE_INFINITY,
  dayCents: Number.POSITIVE_INFINITY,
};
const nothing: RefundCeiling = { refundCents: 0, dayCents: 0 };

/** The ceiling of a role's own refunds. Pure. */
export function ceilingOf(role: StaffRole, settings: SiteSettings): RefundCeiling {
  const { ownerRefundCentsPerDay: ownerCents } = settings;
  if (role === "owner") return ownerCents > 0 ? { refundCents: ownerCents, dayCents: ownerCents } : unlimited;
  if (role === "finance")
    return { refundCents: settings.financeRefundCents, dayCents: settings.financeRefundCentsPerDay };
  if (role === "support")
    return { refundCents: settings.supportRefundCents, dayCents: settings.supportRefundCentsPerDay };
  return nothing;
}

/** True when a refund of that size stays within the ceiling after the refunds of the last 24 hours. Pure. */
export function isWithinCeiling(ceiling: RefundCeiling, spentCents: number, amountCents: number): boolean {
  return amountCents <= ceiling.refundCents && spentCents + amountCents <= ceiling.dayCents;
}

type Refunder = { id: string; role: StaffRole; ceiling: RefundCeiling };

/**
 * True when an administrator's own refund has to wait for a second administrator; never for a refund by the shop itself.
 * Call it under the order's lock. Errors: forbidden.
 */
export async function needsSecondAdmin(
  tx: Tx,
  actorId: string | null,
  amountCents: number,
): Promise<boolean> {
  if (actorId === null) return false;
  const { ceiling } = await lockAdmin(tx, actorId, "refunds.request");
  return !isWithinCeiling(ceiling, await refundedCentsOfDay(tx, actorId), amountCents);
}

/**
 * Refuses an administrator who may not release a held refund: the one who requested it, and one whose own ceiling is
 * below it. An owner has no ceiling for the release of other administrators' refunds, and neither has the command line.
 * Call it under the order's lock. Errors: forbidden.
 */
export async function requireMayRelease(
  tx: Tx,
  actor: Actor,
  held: { requestedById: string | null; amountCents: number },
): Promise<void> {
  if (actor.id === null) return;
  const { id, role, ceiling } = await lockAdmin(tx, actor.id, "refunds.decide");
  if (held.requestedById === id)
    throw forbidden("You requested this refund. A second administrator has to release it.");
  if (role === "owner") return;
  if (isWithinCeiling(ceiling, await refundedCentsOfDay(tx, id), held.amountCents)) return;
  throw forbidden("This is above what you may release now. Nothing has gone back to the card. Ask an owner.");
}

/**
 * The administrator's role as it is now. The lock on the role's rows lasts until the commit: two refunds by one
 * administrator are counted one after the other, and a role can't be revoked in the middle of a refund.
 */
async function lockAdmin(tx: Tx, id: string, permission: Permission): Promise<Refunder> {
  await tx.$queryRaw`SELECT id FROM user_roles WHERE user_id = ${id}::uuid ORDER BY id FOR UPDATE`;
  // A separate statement after the lock, because only that sees rows added while the lock was awaited.
  const rows = await tx.userRole.findMany({ where: { userId: id }, select: { role: true } });
  const role = staffRoleOf(rows.map((row) => row.role));
  if (role === null) throw forbidden("You don't have admin privileges.");
  if (!may(role, permission))
    throw forbidden(`Your role, ${staffRoleLabels[role]}, does not include this. Ask an owner.`);
  return { id, role, ceiling: ceilingOf(role, await loadSettings(tx)) };
}

/**
 * What an administrator refunded in the last 24 hours: their own refunds that were not held, and held ones that they
 * released.
 */
async function refundedCentsOfDay(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ cents: bigint }[]>`
    SELECT COALESCE(sum(amount_cents), 0)::bigint AS cents FROM refunds
    WHERE (requested_by_id IS NOT NULL OR released_by_id IS NOT NULL)
      AND COALESCE(released_at, created_at) > now() - interval '24 hours'
      AND CASE WHEN released_at IS NULL THEN requested_by_id ELSE released_by_id END = ${id}::uuid
      AND status ${inRefundSet("onItsWay")}`;
  return Number(row?.cents ?? 0n);
}
