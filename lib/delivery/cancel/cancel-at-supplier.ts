import { recordAudit } from "@/lib/base/audit/record-audit";
import type { Tx } from "@/lib/base/db/client";
import { inSet, isItemIn } from "@/lib/base/db/item-status";
import { AppError, conflict, notFound } from "@/lib/base/errors";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger, logOrder } from "@/lib/base/logger";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, hour, minute } from "@/lib/base/time/time";
import { cancelAtSupplierJob } from "@/lib/delivery/items/item-jobs";
import { movedOn, type OperatorInput } from "@/lib/delivery/operator/change-item";
import { markDecided } from "@/lib/delivery/operator/mark-decided";
import { recordWithRetries } from "@/lib/delivery/submit/record-with-retries";
import { noAccess, openProvider, type SupplierDeps } from "@/lib/delivery/suppliers/protocol/open-provider";
import type { CallOutcome } from "@/lib/delivery/suppliers/protocol/provider";
import { recordEvents } from "@/lib/orders/order/record-event";

/** `unknown`: the answer was lost or shows neither; asking again does no harm. `detail` has the supplier's words. */
export type CancelAnswer = { outcome: CallOutcome<object>["kind"]; detail: string | null };

/**
 * Asks the supplier to stop an item, for an operator. Once it has agreed it isn't asked again. Errors: not_found;
 * conflict when the item is not at a supplier, its service can't be canceled, the supplier is being asked, or the shop is
 * in quarantine; upstream_failed when nothing could be asked.
 */
export async function cancelAtSupplier(
  deps: SupplierDeps,
  { itemId, ...audit }: OperatorInput,
): Promise<CancelAnswer> {
  const answer = await askToCancel(deps, itemId, async (tx, { outcome, detail }) => {
    if (outcome !== "rejected") await markDecided(tx, { id: itemId }, audit.actor);
    await recordAudit(tx, audit, "item.cancel_requested", ["item", itemId], { after: { outcome, detail } });
  });
  return answer ?? { outcome: "accepted", detail: null };
}

/**
 * Asks the supplier to stop an item that it has not begun in time, whose buyer's request says so, or whose buyer
 * withdrew, until its answer is recorded. In quarantine the job is added again for later. Throws upstream_failed when
 * nothing could be asked, or while another call is open; the job's retry asks.
 */
export async function cancelIfWanted(deps: SupplierDeps, itemId: string): Promise<void> {
  await askToCancel(deps, itemId);
}

type Asker = "operator" | "lateness" | "request" | "withdrawal";

/** Why an item is in review once its supplier refused; for the other askers the delivery goes on. */
const reviewReasons: Partial<Record<Asker, string>> = {
  lateness: "not_started_not_canceled",
  request: "stop_refused",
};

/**
 * The one call that asks a supplier to cancel: commit that it is being made, call once, record the answer, and with it an
 * operator's decision. Returns null when there was nothing to ask. If the supplier agrees, its next status ends the item
 * and the money is refunded.
 */
async function askToCancel(
  { db, provider }: SupplierDeps,
  itemId: string,
  recordDecision?: (tx: Tx, answer: CancelAnswer) => Promise<void>,
): Promise<CancelAnswer | null> {
  const isOperator = recordDecision !== undefined;
  const asked = await db.$transaction((tx) => beginCall(tx, itemId, isOperator));
  if (!asked) return null;
  const { item, asker, call, supplier } = asked;
  const { orderId } = item;
  logOrder(orderId);
  const said = await openProvider(supplier, provider)?.cancel(asked.providerOrderId);
  if (!said || (said.kind === "rejected" && said.isTemporary)) {
    const { cancelRequestedAt, cancelOutcome } = item;
    await db.fulfillmentItem.updateMany({ where: call, data: { cancelRequestedAt, cancelOutcome } });
    const reason = said?.reason ?? noAccess;
    const userMessage = `${supplier.name} could not be asked: ${reason}. Try again.`;
    throw new AppError("upstream_failed", { userMessage, detail: reason });
  }
  const outcome = said.kind;
  const answer = { outcome, detail: said.kind === "accepted" ? null : said.reason };
  const data = { outcome, by: asker };
  const reason = outcome === "rejected" ? reviewReasons[asker] : undefined;
  await recordWithRetries(itemId, () =>
    db.$transaction(async (tx) => {
      const cancelRequestedAt = outcome === "rejected" ? null : call.cancelRequestedAt;
      const { count } = await tx.fulfillmentItem.updateMany({
        where: call,
        data: { cancelOutcome: outcome, cancelRequestedAt },
      });
      if (count === 0) return;
      // Whether an accepted or lost request had an effect shows in the item's status, so it is polled at once.
      await tx.$executeRaw`
        UPDATE fulfillment_items SET next_check_at = now()
        WHERE id = ${itemId}::uuid AND state ${inSet("atSupplier")}`;
      if (reason) {
        await tx.fulfillmentItem.updateMany({
          where: { id: itemId, state: item.state },
          data: { reason, reviewSince: item.reviewSince ?? databaseNow() },
        });
      }
      await recordEvents(tx, [{ orderId, itemId, type: "item.cancel_requested", data }]);
      await recordDecision?.(tx, answer);
    }),
  );
  logger.info({ itemId, orderId, ...data }, "asked for an item to be canceled");
  return answer;
}

/** Marks the item as being asked about, under its lock. Null, or for an operator a conflict, when it is not to be. */
async function beginCall(tx: Tx, itemId: string, isOperator: boolean) {
  await tx.$queryRaw`SELECT id FROM fulfillment_items WHERE id = ${itemId}::uuid FOR UPDATE`;
  const item = await tx.fulfillmentItem.findUnique({
    where: { id: itemId },
    include: {
      supplier: true,
      supplierService: { select: { canCancel: true } },
      order: { select: { withdrawnAt: true } },
      decisions: { where: { outcome: "ask_supplier", lookAgainAt: { not: null } }, select: { id: true } },
    },
  });
  if (!item) throw notFound("There is no such item.");
  const { state, reason, supplier, providerOrderId, cancelOutcome, cancelRequestedAt } = item;
  let asker: Asker | null = item.order.withdrawnAt ? "withdrawal" : null;
  if (item.decisions.length > 0) asker = "request";
  if (state === "submitted" && reason === "not_started") asker = "lateness";
  if (isOperator) asker = "operator";
  const refuse = (error: AppError) => {
    if (isOperator) throw error;
    return null;
  };
  if (!isItemIn("atSupplier", state) || !supplier || providerOrderId === null) {
    return refuse(movedOn(state, "cancelled at a supplier"));
  }
  // An operator may ask again after a refusal or a lost answer.
  if (!asker || cancelOutcome === "accepted" || (cancelOutcome && !isOperator)) return null;
  if (!item.supplierService?.canCancel) {
    const advice = "Ask its support, or wait until the delivery has ended.";
    return refuse(conflict(`${supplier.name} does not cancel orders of this service. ${advice}`));
  }
  if (!(await maySend(tx))) {
    if (!isOperator) await enqueue(tx, [cancelAtSupplierJob.of(itemId, { inMs: hour })]);
    return refuse(
      conflict(
        "The shop is in quarantine, so it asks suppliers for nothing. Recover it first (npm run ops -- recover).",
      ),
    );
  }
  // A call that is a minute old has no process any more, probably, and a second request does no harm.
  const isOpen = cancelOutcome === null && cancelRequestedAt !== null;
  if (isOpen && cancelRequestedAt > addMs(databaseNow(), -minute)) {
    refuse(conflict("The supplier is being asked to cancel it right now. Please reload in a minute."));
    throw new AppError("upstream_failed", { detail: "the last request to cancel it has no recorded answer" });
  }
  const call = { cancelRequestedAt: databaseNow(), cancelOutcome: null };
  await tx.fulfillmentItem.update({ where: { id: itemId }, data: call });
  return { item, asker, supplier, providerOrderId, call: { id: itemId, ...call } };
}
