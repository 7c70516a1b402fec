import { recordAudit } from "@/lib/audit/record-audit";
import { databaseNow, readDatabaseTime } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { isItemIn } from "@/lib/db/item-status";
import { AppError, conflict, notFound } from "@/lib/errors";
import { recordEvents } from "@/lib/orders/record-event";
import { maySend } from "@/lib/quarantine/database-mark";
import { openProvider, type SupplierDeps } from "@/lib/suppliers/protocol/open-provider";
import type { CallOutcome } from "@/lib/suppliers/protocol/provider";
import { type CancelOutcome, lastCancelOutcome } from "../cancel-outcome";
import { lockItem } from "../lock-items";
import { changeItem, movedOn, type OperatorInput } from "./change-item";

/**
 * Cancels an item that is not at a supplier, or whose outcome is unknown; an item that a supplier accepted is canceled
 * there (cancelAtSupplier). When its last item has ended, the order ends, and the undelivered rest is refunded.
 * Idempotent. Errors: not_found; conflict when the item is being sent, was taken by a supplier, or has ended, or the
 * shop is in quarantine.
 */
export async function cancelItem(db: Database, input: OperatorInput): Promise<void> {
  await changeItem(db, input, "item.canceled", async ({ state }, tx) => {
    if (state === "canceled") return null;
    if (!isItemIn("cancelable", state)) throw movedOn(state, "cancelled");
    if (!(await maySend(tx))) {
      throw conflict(
        "The shop is in quarantine, so this item may have been bought. Recover it first (npm run ops -- recover).",
      );
    }
    return {
      to: "canceled",
      set: {
        reason: "canceled_manually",
        reviewSince: null,
        leaseToken: null,
        notBefore: null,
        pausedUntil: null,
        finishedAt: await readDatabaseTime(tx),
      },
    };
  });
}

/** `detail` has the supplier's words. */
export type CancelAnswer = { outcome: CancelOutcome; detail: string | null };

/**
 * Asks the supplier to stop an item that it accepted. The item's state follows the supplier's next status, which is
 * polled at once unless the supplier refused. Once it has agreed it isn't asked again. Errors: not_found; conflict when
 * the item is not at a supplier, its service can't be canceled, or the shop is in quarantine; upstream_failed when
 * nothing could be asked.
 */
export async function cancelAtSupplier(
  { db, provider: options }: SupplierDeps,
  { itemId, ...audit }: OperatorInput,
): Promise<CancelAnswer> {
  const item = await db.fulfillmentItem.findUnique({
    where: { id: itemId },
    include: {
      supplier: true,
      supplierService: true,
      order: { select: { events: { where: { type: "item.cancel_requested" }, orderBy: { id: "desc" } } } },
    },
  });
  if (!item) throw notFound("There is no such item.");
  if (!isItemIn("atSupplier", item.state) || !item.providerOrderId || !item.supplier)
    throw movedOn(item.state, "cancelled at a supplier");
  if (lastCancelOutcome(itemId, item.order.events) === "asked") return { outcome: "asked", detail: null };
  if (!item.supplierService?.canCancel) {
    throw conflict(
      `${item.supplier.name} does not cancel orders of this service. Ask its support, or wait until the delivery has ended.`,
    );
  }
  if (!(await maySend(db))) {
    throw conflict(
      "The shop is in quarantine, so it asks suppliers for nothing. Recover it first (npm run ops -- recover).",
    );
  }
  const called = await openProvider(item.supplier, options)?.cancel(item.providerOrderId);
  // No event is recorded, so that the shop's own request, if one is wanted, is still made.
  if (!called || (called.kind === "rejected" && called.isTemporary)) {
    throw new AppError("upstream_failed", {
      userMessage: `${item.supplier.name} could not be asked: ${called?.reason ?? "its address or key can't be used"}. Try again.`,
    });
  }
  const answer = answerOf(called);
  await db.$transaction(async (tx) => {
    const now = await lockItem(tx, itemId);
    if (isItemIn("atSupplier", now.state)) {
      const changes = {
        asked: { cancelRequestedAt: databaseNow(), nextCheckAt: databaseNow() },
        refused: { cancelRequestedAt: null },
        unclear: { nextCheckAt: databaseNow() },
      };
      await tx.fulfillmentItem.update({ where: { id: itemId }, data: changes[answer.outcome] });
    }
    await recordEvents(tx, [
      { orderId: item.orderId, itemId, type: "item.cancel_requested", data: { outcome: answer.outcome } },
    ]);
    await recordAudit(tx, audit, "item.cancel_requested", ["item", itemId], {
      after: { outcome: answer.outcome, detail: answer.detail },
    });
  });
  return answer;
}

function answerOf(called: CallOutcome<object>): CancelAnswer {
  switch (called.kind) {
    case "accepted":
      return { outcome: "asked", detail: null };
    case "rejected":
      return { outcome: "refused", detail: called.reason };
    case "unknown":
      return { outcome: "unclear", detail: called.reason };
  }
}
