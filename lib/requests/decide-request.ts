import { z } from "zod";
import { databaseNow } from "@/lib/clock";
import type { Database, Tx } from "@/lib/db/client";
import { type Order, Prisma } from "@/lib/db/generated/client";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import { cancelLateItemJob, decideDropsJob } from "@/lib/delivery/jobs";
import { lockOrderAndItems } from "@/lib/delivery/lock-items";
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
import { decideItems, isRemedyShort, longestWaitMs } from "./decision-rules";
import type { Decision, ItemFacts, Outcome } from "./facts";
import { type LoadedFacts, loadFacts, lockBudget } from "./load-facts";
import type { Reason } from "./reasons";

type RequestDeps = { db: Database; social: SocialDeps };

/** The form on the order's page. */
export const orderRequestSchema = z.object({
  token: orderTokenSchema,
  kind: z.enum(requestKinds, { error: "Please choose what is not right." }),
});

/**
 * Decides a request from the holder of an order's link at once, based on fresh counts, and carries the decision out. An
 * equal decision within an hour is neither stored nor mailed again (`applyNew`). Errors: not_found; conflict (not
 * paid).
 */
export async function decideRequest(
  { db, social }: RequestDeps,
  { token, kind }: z.infer<typeof orderRequestSchema>,
): Promise<void> {
  const order = await db.order.findUnique({ where: { token }, select: { ...ofTarget, paidAt: true } });
  if (!order) throw new AppError("not_found");
  const target = order.paidAt ? await lookAtTarget({ db, social }, order) : "unknown";
  await db.$transaction((tx) =>
    decideLocked(tx, order.id, target, { id: newId(), kind, by: "customer", askedAt: databaseNow() }),
  );
}

type Decided = { decision: Decision; item: ItemFacts };
/**
 * Which items a request is decided for; all by default. `change` may replace a decision, and `keep` filters out those
 * that are not worth a row.
 */
type Scope = {
  itemIds?: Set<string>;
  change?: (decision: Decision, item: ItemFacts) => Decision;
  keep?: (decided: Decided) => boolean;
};

/**
 * Decides a request and carries the decisions out under the order's lock, in the caller's transaction. Units and money
 * are counted after the lock. Returns the decisions, also those that `keep` left out.
 */
async function decideLocked(
  tx: Tx,
  orderId: string,
  target: ItemFacts["target"],
  request: Request,
  { itemIds, change = (decision) => decision, keep = () => true }: Scope = {},
): Promise<Decided[]> {
  await lockOrderAndItems(tx, orderId);
  const load = () => loadFacts(tx, orderId, { ...request, target });
  const decide = ({ facts }: LoadedFacts): Decided[] => {
    const items = facts.items.filter(({ id }) => !itemIds || itemIds.has(id));
    return decideItems({ ...facts, items }, request.kind).flatMap((decision) =>
      items
        .filter(({ id }) => id === decision.itemId)
        .map((item) => ({ decision: change(decision, item), item })),
    );
  };
  let loaded = await load();
  let decided = decide(loaded);
  if (decided.some((one) => one.decision.outcome === "replace" && keep(one))) {
    await lockBudget(tx);
    loaded = await load();
    decided = decide(loaded);
  }
  const kept = decided.filter(keep).map(({ decision }) => decision);
  await applyNew(tx, loaded, request, kept);
  return decided;
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
  if (order.username === "") return decideDeleted(db, orderId);
  const target = await lookAtTarget({ db, social }, order);
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

/**
 * After the deletion of its account an order has no target and no requests: what is known to be missing is paid back.
 */
async function decideDeleted(db: Database, orderId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.requestDecision.updateMany({ where: { orderId }, data: { lookAgainAt: null } });
    const request = { id: newId(), kind: ownRequestKind, by: "shop", askedAt: databaseNow() } as const;
    await decideLocked(tx, orderId, "hidden", request, {
      keep: ({ decision }) => decision.outcome === "refund",
    });
  });
}

const ownRequestKind: RequestKind = "refill";

/** Why a decision about missing units can't be made yet. No event tells when the reason ends. */
const temporaryReasons: readonly Reason[] = [
  "counter_moving",
  "counting",
  "not_counted",
  "shop_paused",
  "target_hidden",
];
/** Why an operator decides about units whose number is unknown. */
const uncounted: readonly Reason[] = ["count_unknown", "no_count_since"];

/**
 * The shop's own decisions: only those about missing units, and an operator is asked once for each item and remedy.
 * After a remedy that fell short, the buyer was told that the shop looks for another one. So it looks again until the
 * counts show what is missing, or that nothing is, which the buyer is told. An operator decides if the target can't be
 * counted, at the latest after `longestWaitMs`. The end of a dispute or a block adds the job by itself.
 */
async function decideOwn(tx: Tx, orderId: string, target: ItemFacts["target"]): Promise<void> {
  const earlier = await tx.requestDecision.findMany({
    where: { orderId, outcome: { in: ["review", "nothing_missing"] } },
  });
  const wasTold = (outcome: Outcome, { id, remedyEndedAt }: ItemFacts) =>
    earlier.some(
      (told) =>
        told.itemId === id &&
        told.outcome === outcome &&
        (remedyEndedAt === null || told.createdAt >= remedyEndedAt),
    );
  const now = databaseNow();
  const request = { id: newId(), kind: ownRequestKind, by: "shop", askedAt: now } as const;
  const isPassing = (reason: Reason) => temporaryReasons.includes(reason);
  const decided = await decideLocked(tx, orderId, target, request, {
    change: (decision, item) => {
      if (!isRemedyShort(item) || !isPassing(decision.reason)) return decision;
      const isOver = item.remedyEndedAt !== null && now > addMs(item.remedyEndedAt, longestWaitMs);
      return isOver
        ? { ...decision, outcome: "review", reason: "no_count_since", lookAgainAt: null }
        : decision;
    },
    keep: ({ decision: { outcome, reason, units }, item }) => {
      if (["refill", "replace", "refund"].includes(outcome)) return true;
      if (wasTold(outcome, item)) return false;
      if (outcome === "nothing_missing") return isRemedyShort(item);
      const isOwed = isRemedyShort(item) && item.unpaidUnits === 0 && !isPassing(reason);
      return outcome === "review" && (units > 0 || (isOwed && uncounted.includes(reason)));
    },
  });
  const mustLookAgain = decided.some(
    ({ decision, item }) => isRemedyShort(item) && isPassing(decision.reason),
  );
  if (mustLookAgain) await enqueue(tx, [decideDropsJob.of(orderId, { inMs: 6 * hour })]);
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
): Promise<ItemFacts["target"]> {
  try {
    await countTargets(db, social, orderId, { isAsked: true });
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
