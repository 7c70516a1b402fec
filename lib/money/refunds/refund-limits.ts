import type { Actor } from "@/lib/base/audit/record-audit";
import type { Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { forbidden } from "@/lib/base/errors";
import { inRefundSet } from "@/lib/orders/order/refund-status";
import { isCalledOffByBuyer } from "@/lib/people/abuse/velocity";
import { may, type Permission, type StaffRole, staffRoleLabels, staffRoleOf } from "@/lib/people/auth/roles";
import { loadSettings, type SiteSettings } from "@/lib/shop/settings/site-settings";
import { automaticReasons } from "./refund-reasons";

/** How much an administrator may refund, cause to be refunded or release alone. */
type RefundCeiling = { refundCents: number; dayCents: number };

/** The ceiling of a role. Pure. */
export function ceilingOf(role: StaffRole | null, settings: SiteSettings): RefundCeiling {
  if (role === "owner") {
    // The setting 0 means no ceiling.
    const cents = settings.ownerRefundCentsPerDay || Number.POSITIVE_INFINITY;
    return { refundCents: cents, dayCents: cents };
  }
  if (role === "finance")
    return { refundCents: settings.financeRefundCents, dayCents: settings.financeRefundCentsPerDay };
  if (role === "support")
    return { refundCents: settings.supportRefundCents, dayCents: settings.supportRefundCentsPerDay };
  return { refundCents: 0, dayCents: 0 };
}

/** True when a refund of that size stays within the ceiling after those of the last 24 hours. Pure. */
export function isWithinCeiling(ceiling: RefundCeiling, spentCents: number, amountCents: number): boolean {
  return amountCents <= ceiling.refundCents && spentCents + amountCents <= ceiling.dayCents;
}

/**
 * False when each of these administrators, who requested the refund or whose decisions it follows from, may send that
 * amount back alone. An account that is no administrator's any more may send nothing back. Call it under the order's
 * lock.
 */
export async function needsSecondAdmin(
  tx: Tx,
  administratorIds: string[],
  amountCents: number,
): Promise<boolean> {
  // In one order, so that two refunds by the same administrators never wait for each other.
  for (const id of administratorIds.toSorted()) {
    if (!(await isWithinOwnCeiling(tx, id, await lockRole(tx, id), amountCents))) return true;
  }
  return false;
}

/** Refuses an account whose role does not include requesting refunds. Errors: forbidden. */
export async function requireMayRequest(tx: Tx, id: string): Promise<void> {
  requirePermission(await lockRole(tx, id), "refunds.request");
}

/** Whom a held refund comes from. */
type HeldFrom = { requestedById: string | null; causedByIds: string[] };

/**
 * Says why a second administrator has to release a held refund instead of this one, whatever their ceiling; null where
 * nobody else has to. Pages ask it too, to leave the button out. Pure.
 */
export function needsAnother(id: string, held: HeldFrom): string | null {
  if (held.requestedById === id)
    return "You requested this refund. A second administrator has to release it.";
  if (held.causedByIds.includes(id))
    return "This refund follows from your decision. A second administrator has to release it.";
  return null;
}

/**
 * Refuses an administrator who may not release a held refund: one who requested it or whose decision it follows from,
 * and one whose own ceiling is below it. An owner and the command line have no ceiling here. Errors: forbidden.
 */
export async function requireMayRelease(
  tx: Tx,
  { id }: Actor,
  held: HeldFrom & { amountCents: number },
): Promise<void> {
  if (id === null) return;
  const role = await lockRole(tx, id);
  requirePermission(role, "refunds.decide");
  const another = needsAnother(id, held);
  if (another) throw forbidden(another);
  if (role === "owner" || (await isWithinOwnCeiling(tx, id, role, held.amountCents))) return;
  throw forbidden("This is above what you may release now. Nothing has gone back to the card. Ask an owner.");
}

async function isWithinOwnCeiling(
  tx: Tx,
  id: string,
  role: StaffRole | null,
  amountCents: number,
): Promise<boolean> {
  const ceiling = ceilingOf(role, await loadSettings(tx));
  return isWithinCeiling(ceiling, await refundedCentsOfDay(tx, id), amountCents);
}

/**
 * An account's role as it is now; null for none. The lock on the role's rows lasts until the commit: two refunds of one
 * administrator are counted one after the other, and a role can't be revoked in the middle of a refund.
 */
async function lockRole(tx: Tx, id: string): Promise<StaffRole | null> {
  await tx.$queryRaw`SELECT id FROM user_roles WHERE user_id = ${id}::uuid ORDER BY id FOR UPDATE`;
  // A separate statement after the lock, because only that sees rows added while the lock was awaited.
  const rows = await tx.userRole.findMany({ where: { userId: id }, select: { role: true } });
  return staffRoleOf(rows.map((row) => row.role));
}

function requirePermission(role: StaffRole | null, permission: Permission): void {
  if (role === null) throw forbidden("You don't have admin privileges.");
  if (!may(role, permission))
    throw forbidden(`Your role, ${staffRoleLabels[role]}, does not include this. Ask an owner.`);
}

/**
 * The sum of an administrator's refunds in the last 24 hours: those that they requested or caused and that were not
 * held, and held ones that they released.
 */
async function refundedCentsOfDay(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ cents: number }[]>`
    SELECT sum(amount_cents)::float8 AS cents FROM refunds
    WHERE (requested_by_id IS NOT NULL OR released_by_id IS NOT NULL OR caused_by_ids <> '{}')
      AND COALESCE(released_at, created_at) > now() - interval '24 hours'
      AND CASE WHEN released_at IS NULL THEN requested_by_id = ${id}::uuid OR ${id}::uuid = ANY(caused_by_ids)
        ELSE released_by_id = ${id}::uuid END
      AND status ${inRefundSet("onItsWay")}`;
  return row?.cents ?? 0;
}

/**
 * True when one more refund of that size stays within both limits, after `spent`: the automatic refunds of the last hour,
 * and their cents in the last 24 hours. Pure.
 */
export function isWithinLimits(
  limits: Pick<SiteSettings, "autoRefundsPerHour" | "autoRefundCentsPerDay">,
  spent: { countOfHour: number; centsOfDay: number },
  amountCents: number,
): boolean {
  return (
    spent.countOfHour + 1 <= limits.autoRefundsPerHour &&
    spent.centsOfDay + amountCents <= limits.autoRefundCentsPerDay
  );
}

// Beyond it, refunds of orders that one buyer called off wait for an operator, so that they don't use up the shop's limits.
const calledOffRefundsOfBuyer = 5;

// Any constant works as long as all callers take the same lock.
const countingLock = 7_204_113_061;

/**
 * True when one more automatic refund of that size stays within the configured limits, and within its buyer's if the
 * buyer called the order off. Call it under the order's lock. The earlier ones are counted under a lock held until the
 * commit, so that two at the same time can't both be the last one allowed. One with a note does not count: an
 * administrator requested or released it.
 */
export async function mayRefundAutomatically(
  tx: Tx,
  { orderId, amountCents }: { orderId: string; amountCents: number },
): Promise<boolean> {
  const settings = await loadSettings(tx);
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${countingLock})`;
  const [spent] = await tx.$queryRaw<{ countOfHour: number; centsOfDay: number }[]>`
    SELECT count(*) FILTER (WHERE created_at > now() - interval '1 hour')::int AS "countOfHour",
      COALESCE(sum(amount_cents), 0)::float8 AS "centsOfDay"
    FROM refunds WHERE ${isAutomaticOfDay}`;
  if (!spent || !isWithinLimits(settings, spent, amountCents)) return false;
  return (await countOfCallingOff(tx, orderId)) < calledOffRefundsOfBuyer;
}

const isAutomaticOfDay = Prisma.sql`(refunds.reason = ANY(${automaticReasons})
  AND refunds.requested_by_id IS NULL AND refunds.note IS NULL
  AND refunds.created_at > now() - interval '24 hours' AND refunds.status ${inRefundSet("onItsWay")})`;

/**
 * The automatic refunds of the last 24 hours for orders that the order's buyer called off: those that share its mailbox,
 * network, profile or card. 0 when this order was not called off by its buyer.
 */
async function countOfCallingOff(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    WITH own AS (SELECT * FROM orders WHERE id = ${orderId}::uuid AND ${isCalledOffByBuyer})
    SELECT count(*)::int AS count FROM own
    CROSS JOIN refunds JOIN orders ON orders.id = refunds.order_id AND ${isCalledOffByBuyer}
    WHERE ${isAutomaticOfDay} AND (orders.network = own.network
      OR email_key(orders.email) IN (email_key(own.email), email_key(own.email_at_purchase))
      OR email_key(orders.email_at_purchase) IN (email_key(own.email), email_key(own.email_at_purchase))
      OR (orders.username = own.username AND orders.platform_slug = own.platform_slug)
      OR EXISTS (SELECT FROM card_attempts AS card JOIN card_attempts AS other USING (fingerprint)
        WHERE card.order_id = own.id AND other.order_id = orders.id))`;
  return row?.count ?? 0;
}
