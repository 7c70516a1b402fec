import { recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { inSet, isItemIn } from "@/lib/db/item-status";
import { AppError, conflict, notFound } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger, logOrder } from "@/lib/logger";
import { recordEvents } from "@/lib/orders/record-event";
import { maySend } from "@/lib/quarantine/database-mark";
import { noAccess, openProvider, type SupplierDeps } from "@/lib/suppliers/protocol/open-provider";
import type { CallOutcome } from "@/lib/suppliers/protocol/provider";
import { addMs, hour, minute } from "@/lib/time";
import { cancelLateItemJob } from "./jobs";
import { movedOn, type OperatorInput } from "./operator/change-item";
import { markDecided } from "./operator/mark-decided";
import { recordWithRetries } from "./submit/record-with-retries";

/** `unknown`: the answer was lost or shows neither; asking again does no harm. `detail` has the supplier's words. */
export type CancelAnswer = { outcome: CallOutcome<object>["kind"]; detail: string | null };

const itemParts = {
  supplier: true,
  supplierService: { select: { canCancel: true } },
  order: { select: { withdrawnAt: true } },
  decisions: { where: { outcome: "ask_supplier", lookAgainAt: { not: null } }, select: { id: true } },
} satisfies Prisma.FulfillmentItemInclude;

type Item = Prisma.FulfillmentItemGetPayload<{ include: typeof itemParts }>;

type Asker = "operator" | "lateness" | "request" | "withdrawal";

/** Why an item is in review once its supplier refused; for the other askers the delivery goes on. */
const reviewReasons: Partial<Record<Asker, string>> = {
  lateness: "not_started_not_canceled",
  request: "stop_refused",
};

/**
 * Asks the supplier to stop an item, for an operator. Once it has agreed it isn't asked again. Errors: not_found;
 * conflict when the item is not at a supplier, its service can't be canceled, the supplier is being asked, or the shop is
 * in quarantine; upstream_failed when nothing could be asked.
 */
export async function cancelAtSupplier(
  deps: SupplierDeps,
  { itemId, ...audit }: OperatorInput,
): Promise<CancelAnswer> {
  const answer = await askToCancel(
    deps,
    itemId,
    async (item, tx) => {
      if (!isAtSupplier(item)) throw movedOn(item.state, "cancelled at a supplier");
      if (item.cancelOutcome === "accepted") return null;
      if (!item.supplierService?.canCancel) {
        throw conflict(
          `${item.supplier?.name} does not cancel orders of this service. Ask its support, or wait until the delivery has ended.`,
        );
      }
      if (!(await maySend(tx))) {
        throw conflict(
          "The shop is in quarantine, so it asks suppliers for nothing. Recover it first (npm run ops -- recover).",
        );
      }
      if (isBeingAsked(item)) {
        throw conflict("The supplier is being asked to cancel it right now. Please reload in a minute.");
      }
      return "operator";
    },
    async (tx, { outcome, detail }) => {
      if (outcome !== "rejected") await markDecided(tx, { id: itemId }, audit.actor);
      await recordAudit(tx, audit, "item.cancel_requested", ["item", itemId], { after: { outcome, detail } });
    },
  );
  return answer ?? { outcome: "accepted", detail: null };
}

/**
 * Asks the supplier to stop an item that it has not begun in time, whose buyer's request says so, or whose buyer
 * withdrew, until its answer is recorded. In quarantine the job is added again for later. Throws upstream_failed when
 * nothing could be asked, or while another call is open; the job's retry asks.
 */
export async function cancelIfWanted(deps: SupplierDeps, itemId: string): Promise<void> {
  await askToCancel(deps, itemId, async (item, tx) => {
    const asker = shopsAsker(item);
    if (!asker || item.cancelOutcome || !isAtSupplier(item) || !item.supplierService?.canCancel) return null;
    if (!(await maySend(tx))) {
      await enqueue(tx, [cancelLateItemJob.of(itemId, { inMs: hour })]);
      return null;
    }
    if (isBeingAsked(item)) {
      throw new AppError("upstream_failed", {
        detail: "the last request to cancel it has no recorded answer",
      });
    }
    return asker;
  });
}

/** Who of the shop's own askers wants an item to be canceled. */
function shopsAsker({ state, reason, order, decisions }: Item): Asker | null {
  if (state === "submitted" && reason === "not_started") return "lateness";
  if (decisions.length > 0) return "request";
  return order.withdrawnAt ? "withdrawal" : null;
}

function isAtSupplier({ state, supplierId, providerOrderId }: Item): boolean {
  return isItemIn("atSupplier", state) && supplierId !== null && providerOrderId !== null;
}

/** False once a call is a minute old: its process has probably died, and a second request does no harm. */
function isBeingAsked({ cancelRequestedAt, cancelOutcome }: Item): boolean {
  return (
    cancelOutcome === null && cancelRequestedAt !== null && cancelRequestedAt > addMs(databaseNow(), -minute)
  );
}

/**
 * The one call that asks a supplier to cancel: commit that it is being made, call once, record the answer. `findAsker` is
 * called under the item's lock; it says who asks, or refuses by null or an error. Returns null when nothing was asked. If
 * the supplier agrees, its next status ends the item and the money is refunded.
 */
async function askToCancel(
  { db, provider }: SupplierDeps,
  itemId: string,
  findAsker: (item: Item, tx: Tx) => Promise<Asker | null>,
  alsoRecord?: (tx: Tx, answer: CancelAnswer) => Promise<void>,
): Promise<CancelAnswer | null> {
  const asked = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM fulfillment_items WHERE id = ${itemId}::uuid FOR UPDATE`;
    const item = await tx.fulfillmentItem.findUnique({ where: { id: itemId }, include: itemParts });
    if (!item) throw notFound("There is no such item.");
    const asker = await findAsker(item, tx);
    if (!asker) return null;
    const call = { cancelRequestedAt: databaseNow(), cancelOutcome: null };
    await tx.fulfillmentItem.update({ where: { id: itemId }, data: call });
    return { item, asker, call: { id: itemId, ...call } };
  });
  if (!asked?.item.supplier || !asked.item.providerOrderId) return null;
  const { item, asker, call } = asked;
  const { orderId, supplier, providerOrderId } = asked.item;
  logOrder(orderId);
  const said = await openProvider(supplier, provider)?.cancel(providerOrderId);
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
      await alsoRecord?.(tx, answer);
    }),
  );
  logger.info({ itemId, orderId, ...data }, "asked for an item to be canceled");
  return answer;
}
