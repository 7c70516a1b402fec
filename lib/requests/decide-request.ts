import { z } from "zod";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { cancelLateItemJob } from "@/lib/delivery/jobs";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { requestKinds } from "@/lib/orders/request-offers";
import { lockForRefund } from "@/lib/refunds/stop-refunded";
import type { SocialDeps } from "@/lib/social/social-deps";
import { addMs, hour } from "@/lib/time";
import { applyDecisions, type Request } from "./apply-decisions";
import { decideOrder } from "./decide";
import type { Decision, Outcome } from "./decision";
import type { ItemFacts } from "./facts";
import { type LoadedFacts, loadFacts, lockBudget } from "./load-facts";
import { lookAtTarget } from "./look-at-target";

export type RequestDeps = { db: Database; social: SocialDeps };

/** The form of the order's page. */
export const orderRequestSchema = z.object({
  token: z.string().min(22).max(64),
  kind: z.enum(requestKinds, { error: "Please choose what is not right." }),
});

/**
 * Decides a request of the holder of an order's link at once, by counts that are taken now, and carries the decision
 * out. A repeated request changes nothing. Errors: not_found; conflict (not paid).
 */
export async function decideRequest(
  { db, social }: RequestDeps,
  { token, kind }: z.infer<typeof orderRequestSchema>,
): Promise<void> {
  const order = await db.order.findUnique({ where: { token }, select: { id: true, paidAt: true } });
  if (!order) throw new AppError("not_found");
  const target = order.paidAt ? await lookAtTarget(db, social, order.id, { isAsked: true }) : "unknown";
  await db.$transaction((tx) =>
    decideLocked(tx, order.id, target, { id: newId(), kind, by: "customer", askedAt: databaseNow() }),
  );
}

/** Which items a request is decided for; all by default. `keep` leaves decisions out that are not worth a row. */
type Scope = { itemIds?: Set<string>; keep?: (decision: Decision) => boolean };

/**
 * Decides a request and carries the decisions out under the order's lock, in the caller's transaction. Units and money
 * are counted after the lock.
 */
export async function decideLocked(
  tx: Prisma.TransactionClient,
  orderId: string,
  target: ItemFacts["target"],
  request: Request,
  { itemIds, keep = () => true }: Scope = {},
): Promise<void> {
  await lockForRefund(tx, orderId);
  const loaded = await loadFacts(tx, orderId, { askedAt: request.askedAt, target });
  const decide = ({ facts }: LoadedFacts) =>
    decideOrder(
      { ...facts, items: facts.items.filter(({ id }) => !itemIds || itemIds.has(id)) },
      request.kind,
    ).filter(keep);
  const first = decide(loaded);
  if (!first.some(({ outcome }) => outcome === "replace")) {
    return applyNew(tx, loaded, request, first);
  }
  await lockBudget(tx);
  const again = await loadFacts(tx, orderId, { askedAt: request.askedAt, target });
  return applyNew(tx, again, request, decide(again));
}

/** Outcomes that change the facts: reaching one again is a new decision. */
const acting: readonly Outcome[] = ["refill", "replace", "refund", "cancel"];
const repeatMs = hour;

/**
 * Leaves out decisions that equal a recent one, or an earlier one of the same request: only their time of the next look
 * is renewed, so that neither the page nor the inbox fills with equal answers.
 */
async function applyNew(
  tx: Prisma.TransactionClient,
  loaded: LoadedFacts,
  request: Request,
  decisions: Decision[],
): Promise<void> {
  const { now } = loaded.facts;
  const itemIds = decisions.map(({ itemId }) => itemId);
  const known = await tx.requestDecision.findMany({
    where: {
      itemId: { in: itemIds },
      OR: [{ requestId: request.id }, { createdAt: { gt: addMs(now, -repeatMs) }, kind: request.kind }],
    },
    orderBy: { createdAt: "desc" },
  });
  // An item waits once for each kind of request: this decision takes the place of the one before.
  await tx.requestDecision.updateMany({
    where: { itemId: { in: itemIds }, kind: request.kind, lookAgainAt: { not: null } },
    data: { lookAgainAt: null },
  });
  const fresh: Decision[] = [];
  for (const decision of decisions) {
    const last = known.find(({ itemId }) => itemId === decision.itemId);
    const isSame = last?.outcome === decision.outcome && last.reason === decision.reason;
    if (!last || !isSame || acting.includes(decision.outcome)) {
      fresh.push(decision);
      continue;
    }
    // Its job may have been lost; the item says whether its supplier was asked.
    if (decision.outcome === "ask_supplier") await enqueue(tx, [cancelLateItemJob.of(decision.itemId)]);
    await tx.requestDecision.update({ where: { id: last.id }, data: { lookAgainAt: decision.lookAgainAt } });
  }
  await applyDecisions(tx, loaded, request, fresh);
}
