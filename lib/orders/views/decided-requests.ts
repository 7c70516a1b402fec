import type { Db } from "@/lib/base/db/client";
import type { OrderMoney } from "@/lib/orders/order/order-money";
import { unitOfItem } from "@/lib/orders/order/order-parts";
import { type DecisionFacts, type DecisionRow, decisionNow } from "./decision-text";
import { type RequestKind, requestKinds } from "./request-offers";
import { type NamedOrder, targetsInWords } from "./target-names";

/** A buyer's request, or a drop that the shop made good without one, with the decisions about its targets. */
export type RequestView = {
  id: string;
  kind: RequestKind;
  isOwn: boolean;
  at: string;
  /** Equal decisions are told once; `targets` names whom they are about, null for all. */
  decisions: { id: string; targets: string | null; message: string; lookAgainAt: string | null }[];
};

type ItemDecision = DecisionRow & { requestId: string; itemId: string; kind: string; askedBy: string };

/** The newest decision about each item of an order's newest requests, the newest request first. */
export function listNewestDecisions(db: Db, orderId: string): Promise<ItemDecision[]> {
  return db.$queryRaw<ItemDecision[]>`
    WITH request AS (
      SELECT request_id, max(created_at) AS at FROM request_decisions WHERE order_id = ${orderId}::uuid
      GROUP BY request_id ORDER BY at DESC LIMIT 24)
    SELECT DISTINCT ON (request.at, request.request_id, item.position) decision.id,
      decision.request_id AS "requestId", decision.item_id AS "itemId", decision.kind,
      decision.asked_by AS "askedBy", decision.outcome, decision.reason, decision.units, decision.cents,
      decision.message, decision.look_again_at AS "lookAgainAt", decision.created_at AS "createdAt"
    FROM request
    JOIN request_decisions AS decision ON decision.order_id = ${orderId}::uuid
      AND decision.request_id = request.request_id
    JOIN fulfillment_items AS item ON item.id = decision.item_id AND item.replaces_item_id IS NULL
    ORDER BY request.at DESC, request.request_id, item.position, decision.created_at DESC, decision.id`;
}

type DecidedOrder = Omit<NamedOrder, "items"> &
  Pick<DecisionFacts, "refunds" | "refundedCents"> & {
    unitOne: string;
    unitMany: string;
    parts: unknown;
    finishedAt: Date | null;
    items: (DecisionFacts["item"] & {
      id: string;
      postId: string | null;
      serviceType: string;
      variant: string;
    })[];
    /** The requests that wait for our team. */
    tickets: unknown[];
  };

type DecidedParts = {
  money: OrderMoney;
  /** Why nothing more is sent for the order; null while something may be. */
  stop: string | null;
  decisions: ItemDecision[];
};

/** The decisions so far as they stand now, the newest request first. Pure. */
export function decidedRequests(
  order: DecidedOrder,
  { money, stop, decisions }: DecidedParts,
): RequestView[] {
  const { refunds, refundedCents, finishedAt, tickets } = order;
  const isCalledOff = stop === "refunded" || stop === "withdrawn" || stop === "disputed";
  const isEnded = finishedAt !== null;
  const facts = {
    refunds,
    money,
    refundedCents,
    isEnded,
    isCalledOff,
    isAsked: tickets.length > 0,
  };
  const decidedItems = new Set<string>();
  const requests = new Map<string, Omit<RequestView, "decisions"> & { said: Said[] }>();
  for (const { requestId, itemId, kind: name, askedBy, ...decision } of decisions) {
    const index = order.items.findIndex(({ id }) => id === itemId);
    const item = order.items[index];
    const kind = requestKinds.find((known) => known === name);
    if (!item || !kind) continue;
    const at = decision.createdAt.toISOString();
    const request = requests.get(requestId) ?? {
      id: requestId,
      kind,
      isOwn: askedBy === "customer",
      at,
      said: [],
    };
    requests.set(requestId, request);
    const isLatest = !decidedItems.has(itemId);
    decidedItems.add(itemId);
    const now = decisionNow(decision, { ...facts, unit: unitOfItem(order, item), item, isLatest });
    const lookAgainAt = now.lookAgainAt?.toISOString() ?? null;
    // Times are shown to the minute.
    const same = request.said.find(
      (one) => one.message === now.message && one.lookAgainAt?.slice(0, 16) === lookAgainAt?.slice(0, 16),
    );
    if (same) same.indexes.push(index);
    else request.said.push({ id: decision.id, message: now.message, lookAgainAt, indexes: [index] });
  }
  return [...requests.values()].map(({ said, ...request }) => ({
    ...request,
    decisions: said.map(({ indexes, ...decision }) => ({
      ...decision,
      targets: targetsInWords(order, indexes),
    })),
  }));
}

type Said = { id: string; message: string; lookAgainAt: string | null; indexes: number[] };
