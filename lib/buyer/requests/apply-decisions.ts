import type { Tx } from "@/lib/base/db/client";
import type { Prisma } from "@/lib/base/db/generated/client";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { addMs, hour } from "@/lib/base/time/time";
import { cancelUnsent } from "@/lib/delivery/cancel/cancel-unsent";
import { createReplacement } from "@/lib/delivery/items/create-items";
import { cancelAtSupplierJob } from "@/lib/delivery/items/item-jobs";
import { addRefills } from "@/lib/delivery/refills/request-refill";
import { enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { requestRefund } from "@/lib/money/refunds/request-refund";
import { stopIfRefunded } from "@/lib/money/refunds/stop-refunded";
import { unitOfItem } from "@/lib/orders/order/order-parts";
import { recordEvents } from "@/lib/orders/order/record-event";
import { decisionIntent } from "@/lib/orders/order/refund-status";
import type { RequestKind } from "@/lib/orders/views/request-offers";
import { loadReplyTime } from "@/lib/shop/settings/reply-time";
import type { Decision, Outcome } from "./decision-rules";
import type { LoadedFacts } from "./load-facts";
import { decisionMessage } from "./messages";
import { askOperator } from "./object-to-decision";
import { requestDecidedMail } from "./request-decided-mail";

export type Request = {
  id: string;
  kind: RequestKind;
  by: "customer" | "shop";
  askedAt: Date;
  /** The item's profile can't be seen now. */
  isTargetHidden: boolean;
};

/** These outcomes change the facts, so that reaching one again is a new decision. */
const acting = ["refill", "replace", "refund", "cancel"];

/**
 * Carries out and stores decisions, in the caller's transaction under the order's lock: refills, replacements, refunds
 * and cancellations by their own use cases, a ticket for what an operator decides, one mail for all of it. Of a decision
 * that equals one of the last hour or of the same request, only the time of the next look is renewed, so that neither the
 * page nor the inbox fills with equal answers.
 */
export async function applyDecisions(
  tx: Tx,
  { order, facts, attemptId }: LoadedFacts,
  { id: requestId, kind, by, askedAt }: Request,
  decisions: Decision[],
): Promise<void> {
  const orderId = order.id;
  const ofItems = { itemId: { in: decisions.map(({ item }) => item.id) } };
  const isRecent = { kind, createdAt: { gt: addMs(facts.now, -hour) } };
  const known = await tx.requestDecision.findMany({
    where: { ...ofItems, OR: [{ requestId }, isRecent] },
    orderBy: { createdAt: "desc" },
  });
  // An item waits at most once for each kind of request, so this decision replaces the previous one.
  await tx.requestDecision.updateMany({
    where: { ...ofItems, kind, lookAgainAt: { not: null } },
    data: { lookAgainAt: null },
  });
  const { items: _, offers: __, ...ofOrder } = facts;
  const replyTime = await loadReplyTime(tx);
  const unitOf = (itemId: string) => unitOfItem(order, order.items.find(({ id }) => id === itemId) ?? order);
  const rows: (Prisma.RequestDecisionCreateManyInput & { id: string })[] = [];
  for (const decision of decisions) {
    const { item, ...ruling } = decision;
    const { outcome, reason, units, cents, lookAgainAt } = ruling;
    const itemId = item.id;
    // Also for a repeated decision: the item shows whether its supplier was asked.
    if (outcome === "ask_supplier") await enqueue(tx, [cancelAtSupplierJob.of(itemId)]);
    const last = known.find((one) => one.itemId === itemId);
    if (last?.outcome === outcome && last.reason === reason && !acting.includes(outcome)) {
      await tx.requestDecision.update({ where: { id: last.id }, data: { lookAgainAt } });
      continue;
    }
    const id = newId();
    const data = { units, reason };
    let isHeld = false;
    if (outcome === "refill") {
      await addRefills(tx, { orderId, items: [{ id: itemId, missing: units }], by });
    }
    if (outcome === "replace") {
      await recordEvents(tx, [{ orderId, itemId, type: "missing.replaced", data }]);
      await createReplacement(tx, { itemId, units });
    }
    if (outcome === "refund") {
      await recordEvents(tx, [{ orderId, itemId, type: "missing.refunded", data }]);
      const refund = await requestRefund(tx, {
        orderId,
        attemptId,
        amountCents: cents,
        reason: "missing_units",
        intent: decisionIntent(id),
        isAutomatic: true,
      });
      isHeld = refund.isHeld;
    }
    rows.push({
      ...ruling,
      id,
      requestId,
      orderId,
      itemId,
      kind,
      askedBy: by,
      askedAt: item.waitsSince ?? askedAt,
      message: decisionMessage(decision, { unit: unitOf(itemId), isHeld, replyTime }),
      facts: { ...ofOrder, item },
    });
  }
  if (rows.length === 0) return;
  const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome);
  const itemIds = of("cancel").map(({ itemId }) => itemId);
  if (itemIds.length > 0) await cancelUnsent(tx, orderId, { reason: "canceled_by_buyer", itemIds });
  if (of("refund").length > 0) await stopIfRefunded(tx, orderId);
  await tx.requestDecision.createMany({ data: rows });
  const decisionIds = rows.map(({ id }) => id);
  const about = decisionIds[0] ?? "";
  await enqueueOrderMails(tx, requestDecidedMail, [{ orderId, about, props: { decisionIds } }]);
  if (of("review").length > 0) await askOperator(tx, order, rows);
}
