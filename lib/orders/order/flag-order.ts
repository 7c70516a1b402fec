import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db, Tx } from "@/lib/base/db/client";
import { conflict, notFound } from "@/lib/base/errors";
import { shortOrderId } from "@/lib/base/order-id";
import { databaseNow } from "@/lib/base/time/clock";
import { closeAlert } from "@/lib/mail/alerts/close-alert";
import { raiseAlert, resolveOrderAlerts } from "@/lib/mail/alerts/raise-alert";
import { recordEvents } from "./record-event";

/**
 * Each reason of a flag, with the alert that lists it when the order is flagged for another reason already. Null where an
 * alert comes with the reason in any case.
 */
const laterAlerts = {
  // A dispute is listed while it is open; `recordDispute` raises the alert of one that has ended.
  dispute: null,
  fraud_warning: null,
  blocked: (order: string) =>
    `A payment of order ${order} goes back, because its buyer or profile is on the block list. Nothing is delivered for it. Check whether the buyer has other orders.`,
  blocked_card: null,
  declined_cards: (order: string) =>
    `Many cards were declined for order ${order}, so its payment page is closed for a day. Someone may be testing stolen cards: see who ordered, and block the email or the network.`,
  refund_failed: null,
  refunded_in_progress: (order: string) =>
    `Order ${order} was refunded in full while a supplier was still delivering. Cancel at the supplier what can still be cancelled, then clear this in Needs me.`,
  late_change: (order: string) =>
    `A supplier changed its report about an item of order ${order} after it had ended. Compare the item's counts and refund what is missing, then clear this in Needs me.`,
  late_answer: null,
  wrong_amount: null,
  excluded_country: (order: string) =>
    `A payment of order ${order} came from an excluded country and goes back in full. Nothing is delivered for it. Clear this in Needs me once you have seen it.`,
  withdrawn: (order: string) =>
    `The buyer of order ${order} withdrew, and something is still at a supplier, in dispute, or waiting for a refund that failed or was dropped. Open the order, see what is left to refund, then clear this in Needs me.`,
};

type FlagReason = keyof typeof laterAlerts;

/** The kind of the alert about a dispute that ended while its order was flagged for another reason. */
export const disputeClosed = "dispute_closed";

/**
 * The kinds of alerts that an order's page and Needs me list under the order. One of the flag's own reason ends with the
 * flag. An open dispute is listed by itself.
 */
export const orderAlertKinds = [
  ...Object.keys(laterAlerts).filter((reason) => reason !== "dispute"),
  disputeClosed,
];

/**
 * Flags an order for an administrator, with an event in its timeline, in the caller's transaction. A flagged order
 * keeps its first reason until it is cleared; a later one is listed by an alert. Returns whether the flag has this reason.
 */
export async function flagOrder(tx: Db, orderId: string, reason: FlagReason): Promise<boolean> {
  const flagged = await tx.order.updateMany({
    where: { id: orderId, flaggedAt: null },
    data: { flaggedAt: databaseNow(), flagReason: reason },
  });
  if (flagged.count > 0) {
    await recordEvents(tx, [{ orderId, type: "order.flagged", data: { reason } }]);
    return true;
  }
  const { flagReason } = await tx.order.findUniqueOrThrow({ where: { id: orderId } });
  if (flagReason === reason) return true;
  const message = laterAlerts[reason]?.(`#${shortOrderId(orderId)}`);
  if (message) await raiseAlert(tx, { key: `${reason}:${orderId}`, kind: reason, message, orderId });
  return false;
}

type ShownFlag = { flagReason: string; alertKeys: string[] };

/**
 * Clears an order's flag for an administrator, with an event, and ends the alerts of its reason. Alerts of other reasons
 * stay. Does nothing without a flag. `shown` is what the administrator's page showed: the reason, and the keys of its
 * alerts. Errors: not_found; conflict when the order is flagged for another reason, or has further alerts of this one.
 */
export async function clearFlag(
  db: Database,
  { orderId, shown, ...audit }: AuditContext & { orderId: string; shown?: ShownFlag | undefined },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [order] = await tx.$queryRaw<{ flag_reason: string | null; flagged_at: Date | null }[]>`
      SELECT flag_reason, flagged_at FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    if (!order) throw notFound("There is no such order.");
    if (!order.flagged_at) return;
    if (shown) await requireShown(tx, { orderId, flagReason: order.flag_reason ?? "" }, shown);
    await tx.order.update({ where: { id: orderId }, data: { flaggedAt: null, flagReason: null } });
    await resolveOrderAlerts(tx, orderId, listedWith(order.flag_reason));
    await recordEvents(tx, [{ orderId, type: "order.flag_cleared", data: { reason: order.flag_reason } }]);
    await recordAudit(tx, audit, "order.flag_cleared", ["order", orderId], {
      before: { flag: order.flag_reason },
    });
  });
}

/** The alert kinds that end with a flag of this reason: that one kind, or none. */
const listedWith = (flagReason: string | null) => orderAlertKinds.filter((kind) => kind === flagReason);

async function requireShown(
  tx: Tx,
  { orderId, flagReason }: { orderId: string; flagReason: string },
  shown: ShownFlag,
): Promise<void> {
  const unseen = await tx.operatorAlert.count({
    where: {
      orderId,
      kind: { in: listedWith(flagReason) },
      key: { notIn: shown.alertKeys },
      resolvedAt: null,
    },
  });
  if (flagReason === shown.flagReason && unseen === 0) return;
  throw conflict(
    "Something else has happened to this order since you opened this page. Please reload and look at it again.",
  );
}

/** An order's open alerts, the oldest first; those about an open dispute are shown with it. */
export async function openAlertsOf(db: Db, orderId: string) {
  return db.operatorAlert.findMany({
    where: { orderId, kind: { in: orderAlertKinds }, resolvedAt: null },
    orderBy: [{ firstAt: "asc" }, { key: "asc" }],
    select: { key: true, kind: true, message: true },
  });
}

/** Closes one of an order's alerts (`orderAlertKinds`) for an administrator. Safe to repeat. Errors: not_found. */
export async function clearOrderAlert(
  db: Database,
  { orderId, key, ...audit }: AuditContext & { orderId: string; key: string },
): Promise<void> {
  const alert = await db.operatorAlert.findFirst({ where: { key, orderId, kind: { in: orderAlertKinds } } });
  if (!alert) throw notFound("This order has no such alert.");
  await closeAlert(db, { key, ...audit });
}
