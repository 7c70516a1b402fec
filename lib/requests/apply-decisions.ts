import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { cancelUnsent } from "@/lib/delivery/cancel-unsent";
import { createReplacement } from "@/lib/delivery/create-items";
import { cancelLateItemJob } from "@/lib/delivery/jobs";
import { enqueueOrderMails } from "@/lib/email/enqueue-mail";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordEvents } from "@/lib/orders/record-event";
import { decisionIntent } from "@/lib/orders/refund-status";
import type { RequestKind } from "@/lib/orders/request-offers";
import { addRefills } from "@/lib/refills/request-refill";
import { requestRefund } from "@/lib/refunds/request-refund";
import { stopIfRefunded } from "@/lib/refunds/stop-refunded";
import { loadReplyTime } from "@/lib/settings/reply-time";
import type { Decision } from "./facts";
import type { LoadedFacts } from "./load-facts";
import { decisionMessage } from "./messages";
import { askOperator } from "./object-to-decision";

export type Request = {
  id: string;
  kind: RequestKind;
  by: "customer" | "shop";
  askedAt: Date;
};

/**
 * Carries out and stores decisions, in the caller's transaction under the order's lock: refills, replacements, refunds
 * and cancellations by their own use cases, a ticket for what an operator decides, one mail for all of it.
 */
export async function applyDecisions(
  tx: Tx,
  loaded: LoadedFacts,
  request: Request,
  decisions: Decision[],
): Promise<void> {
  if (decisions.length === 0) return;
  const { order, facts } = loaded;
  const isAsked = decisions.some(({ outcome }) => outcome === "review");
  const replyTime = isAsked ? await loadReplyTime(tx) : "";
  const rows: Prisma.RequestDecisionCreateManyInput[] = [];
  for (const decision of decisions) {
    const id = newId();
    const isHeld = await apply(tx, loaded, request, { ...decision, id });
    const { items, offers: _, ...ofOrder } = facts;
    const item = items.find(({ id }) => id === decision.itemId);
    rows.push({
      ...decision,
      id,
      requestId: request.id,
      orderId: order.id,
      kind: request.kind,
      askedBy: request.by,
      askedAt: item?.waitsSince ?? request.askedAt,
      message: decisionMessage(decision, { service: order.service, isHeld, replyTime }),
      facts: JSON.parse(JSON.stringify({ ...ofOrder, item })),
    });
  }
  const itemIds = decisions.flatMap(({ outcome, itemId }) => (outcome === "cancel" ? [itemId] : []));
  if (itemIds.length > 0) await cancelUnsent(tx, order.id, { reason: "canceled_by_buyer", itemIds });
  if (decisions.some(({ outcome }) => outcome === "refund")) await stopIfRefunded(tx, order.id);
  await tx.requestDecision.createMany({ data: rows });
  await enqueue(
    tx,
    decisions.flatMap(({ outcome, itemId }) =>
      outcome === "ask_supplier" ? [cancelLateItemJob.of(itemId)] : [],
    ),
  );
  const ids = rows.flatMap(({ id }) => id ?? []);
  await enqueueOrderMails(tx, "request-decided", [
    { orderId: order.id, about: ids[0] ?? "", props: { decisionIds: ids } },
  ]);
  if (isAsked) {
    await askOperator(tx, order, { kind: request.kind, decisions: rows, words: "" });
  }
}

/** Makes the refill, the replacement or the refund of one decision. True when its refund is held. */
async function apply(
  tx: Tx,
  { order, attemptId }: LoadedFacts,
  request: Request,
  { id, itemId, outcome, units, cents, reason }: Decision & { id: string },
): Promise<boolean> {
  const orderId = order.id;
  switch (outcome) {
    case "refill":
      await addRefills(tx, { orderId, items: [{ id: itemId, missing: units }], by: request.by });
      return false;
    case "replace":
      await recordEvents(tx, [{ orderId, itemId, type: "missing.replaced", data: { units, reason } }]);
      await createReplacement(tx, { itemId, units });
      return false;
    case "refund": {
      await recordEvents(tx, [{ orderId, itemId, type: "missing.refunded", data: { units, reason } }]);
      const { isHeld } = await requestRefund(tx, {
        orderId,
        attemptId,
        amountCents: cents,
        reason: "missing_units",
        intent: decisionIntent(id),
        isAutomatic: true,
      });
      return isHeld;
    }
    default:
      return false;
  }
}
