import { z } from "zod";
import { databaseNow } from "@/lib/clock";
import type { Database, Tx } from "@/lib/db/client";
import { type Order, Prisma } from "@/lib/db/generated/client";
import { cancelLateItemJob, decideDropsJob } from "@/lib/delivery/jobs";
import { lockOrderAndItems } from "@/lib/delivery/lock-items";
import { countTargets } from "@/lib/delivery/progress/count-targets";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { RowJob } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { orderTokenSchema } from "@/lib/order-number";
import { type RequestKind, requestKinds } from "@/lib/orders/request-offers";
import { isOtherAccount, targetAccountId } from "@/lib/orders/target-account";
import { maySend } from "@/lib/quarantine/database-mark";
import { lookupProfile } from "@/lib/social/lookup-profile";
import type { SocialDeps } from "@/lib/social/social-deps";
import { addMs, hour } from "@/lib/time";
import { applyDecisions, type Request } from "./apply-decisions";
import { decideItems } from "./decision-rules";
import type { Decision, ItemFacts, Outcome } from "./facts";
import { type LoadedFacts, loadFacts, lockBudget } from "./load-facts";

type RequestDeps = { db: Database; social: SocialDeps };

/** The form on the order's page. */
export const orderRequestSchema = z.object({
  token: orderTokenSchema,
  kind: z.enum(requestKinds, { error: "Please choose what is not right." }),
});

/**
 * Decides a request from the holder of an order's link at once, based on fresh counts, and carries the decision out. A
 * repeated request changes nothing. Errors: not_found; conflict (not paid).
 */
export async function decideRequest(
  { db, social }: RequestDeps,
  { token, kind }: z.infer<typeof orderRequestSchema>,
): Promise<void> {
  const order = await db.order.findUnique({ where: { token }, select: { ...ofTarget, paidAt: true } });
  if (!order) throw new AppError("not_found");
  const target = order.paidAt ? await lookAtTarget({ db, social }, order, { isAsked: true }) : "unknown";
  await db.$transaction((tx) =>
    decideLocked(tx, order.id, target, { id: newId(), kind, by: "customer", askedAt: databaseNow() }),
  );
}

/** Which items a request is decided for; all by default. `keep` filters out decisions that are not worth a row. */
type Scope = { itemIds?: Set<string>; keep?: (decision: Decision) => boolean };

/**
 * Decides a request and carries the decisions out under the order's lock, in the caller's transaction. Units and money
 * are counted after the lock.
 */
async function decideLocked(
  tx: Tx,
  orderId: string,
  target: ItemFacts["target"],
  request: Request,
  { itemIds, keep = () => true }: Scope = {},
): Promise<void> {
  await lockOrderAndItems(tx, orderId);
  const loaded = await loadFacts(tx, orderId, { askedAt: request.askedAt, target });
  const decide = ({ facts }: LoadedFacts) =>
    decideItems(
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

/** Outcomes that change the facts, so that reaching one again is a new decision. */
const acting: readonly Outcome[] = ["refill", "replace", "refund", "cancel"];
const repeatMs = hour;

/**
 * Leaves out decisions that equal a recent one, or an earlier one of the same request: only their time of the next look
 * is renewed, so that neither the page nor the inbox fills with equal answers.
 */
async function applyNew(tx: Tx, loaded: LoadedFacts, request: Request, decisions: Decision[]): Promise<void> {
  const { now } = loaded.facts;
  const itemIds = decisions.map(({ itemId }) => itemId);
  const known = await tx.requestDecision.findMany({
    where: {
      itemId: { in: itemIds },
      OR: [{ requestId: request.id }, { createdAt: { gt: addMs(now, -repeatMs) }, kind: request.kind }],
    },
    orderBy: { createdAt: "desc" },
  });
  // An item waits at most once for each kind of request, so this decision replaces the previous one.
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
    // The job may have been lost; the item shows whether its supplier was asked.
    if (decision.outcome === "ask_supplier") await enqueue(tx, [cancelLateItemJob.of(decision.itemId)]);
    await tx.requestDecision.update({ where: { id: last.id }, data: { lookAgainAt: decision.lookAgainAt } });
  }
  await applyDecisions(tx, loaded, request, fresh);
}

/** The job of orders with missing units, with those whose requests are to be looked at again. */
export const dueDecisionsJob: RowJob = {
  ...decideDropsJob,
  due: Prisma.sql`
    SELECT order_id AS id, min(look_again_at) AS since FROM request_decisions
    WHERE look_again_at <= now() GROUP BY order_id`,
};

/**
 * Makes good the units that an order's counts show missing within the promised days, without a request, and decides its
 * waiting requests again. In quarantine it only adds its job again for later. Safe to call at any time and
 * concurrently.
 */
export async function decideDrops({ db, social }: RequestDeps, orderId: string): Promise<void> {
  if (!(await maySend(db))) return enqueue(db, [decideDropsJob.of(orderId, { inMs: hour })]);
  const order = await db.order.findUnique({
    where: { id: orderId },
    select: { ...ofTarget, paidAt: true, decisions: { where: { lookAgainAt: { lte: databaseNow() } } } },
  });
  if (!order?.paidAt) return;
  const target = await lookAtTarget({ db, social }, order, { isAsked: order.decisions.length > 0 });
  for (const requestId of new Set(order.decisions.map((decision) => decision.requestId))) {
    const waiting = order.decisions.filter((decision) => decision.requestId === requestId);
    const [first] = waiting;
    const kind = requestKinds.find((known) => known === first?.kind);
    if (!first || !kind) continue;
    const { askedAt } = first;
    const by = first.askedBy === "shop" ? "shop" : "customer";
    const itemIds = new Set(waiting.map(({ itemId }) => itemId));
    await db.$transaction((tx) =>
      decideLocked(tx, orderId, target, { id: requestId, kind, by, askedAt }, { itemIds }),
    );
  }
  await db.$transaction((tx) => decideOwn(tx, orderId, target));
}

const own: RequestKind = "refill";

/** The shop's own decisions: only those about missing units, and an operator is asked once for each item. */
async function decideOwn(tx: Tx, orderId: string, target: ItemFacts["target"]): Promise<void> {
  const reviewed = await tx.requestDecision.findMany({ where: { orderId, outcome: "review" } });
  const request = { id: newId(), kind: own, by: "shop", askedAt: databaseNow() } as const;
  await decideLocked(tx, orderId, target, request, {
    keep: ({ outcome, units, itemId }) =>
      ["refill", "replace", "refund"].includes(outcome) ||
      (outcome === "review" && units > 0 && !reviewed.some((decision) => decision.itemId === itemId)),
  });
}

const ofTarget = { id: true, platform: true, username: true, profile: true } as const;
type OfTarget = Pick<Order, keyof typeof ofTarget>;

/**
 * Counts what an order's targets show now and looks up its profile. If the name belongs to another account by now, the
 * target counts as hidden. Without an answer the old counts stay, and an operator decides what they can't show.
 */
async function lookAtTarget(
  { db, social }: RequestDeps,
  { id: orderId, ...order }: OfTarget,
  { isAsked }: { isAsked: boolean },
): Promise<ItemFacts["target"]> {
  try {
    await countTargets(db, social, orderId, { isAsked });
    const found = await lookupProfile(social, order.platform, order.username);
    const isThere = found.exists && !isOtherAccount(found, targetAccountId(order.profile));
    return isThere && !found.is_private ? "public" : "hidden";
  } catch (error) {
    logger.warn(
      { orderId, err: String(error) },
      "the profile of an order could not be looked up; its request is decided without it",
    );
    return "unknown";
  }
}
