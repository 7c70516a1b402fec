import { z } from "zod";
import type { Database, Tx } from "@/lib/base/db/client";
import { type Order, Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { RowJob } from "@/lib/base/jobs/define-job";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { orderTokenSchema } from "@/lib/base/order-number";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, hour } from "@/lib/base/time/time";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import { decideDropsJob } from "@/lib/delivery/items/item-jobs";
import { lockOrderAndItems } from "@/lib/delivery/items/lock-items";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import type { SocialDeps } from "@/lib/delivery/social/social-deps";
import { isOtherAccount, targetAccountId } from "@/lib/orders/order/target-account";
import { type RequestKind, requestKinds } from "@/lib/orders/views/request-offers";
import { isList } from "@/lib/shop/catalog/catalog";
import { applyDecisions, type Request } from "./apply-decisions";
import { type Decision, decideParts, isRemedyShort, longestWaitMs } from "./decision-rules";
import { loadFacts } from "./load-facts";
import type { Reason } from "./reasons";

type RequestDeps = { db: Database; social: SocialDeps };

/** The form on the order's page. */
export const orderRequestSchema = z.object({
  token: orderTokenSchema,
  kind: z.enum(requestKinds, { error: "Please choose what is not right." }),
});

/**
 * Decides a request from the holder of an order's link at once, based on fresh counts, and carries the decision out.
 * Errors: not_found; conflict (not paid).
 */
export async function decideRequest(
  deps: RequestDeps,
  { token, kind }: z.infer<typeof orderRequestSchema>,
): Promise<void> {
  const order = await deps.db.order.findUnique({ where: { token } });
  if (!order) throw new AppError("not_found");
  const request = newRequest(await lookAtTarget(deps, order), "customer", kind);
  await deps.db.$transaction((tx) => decideLocked(tx, order.id, request));
}

/** By default the shop's own, about missing units. */
function newRequest(
  isTargetHidden: boolean,
  by: Request["by"] = "shop",
  kind: RequestKind = "refill",
): Request {
  return { id: newId(), kind, by, askedAt: databaseNow(), isTargetHidden };
}

/**
 * Decides a request, for `itemIds` or all items, under the order's lock in the caller's transaction, and carries out the
 * decisions that `choose` returns.
 */
async function decideLocked(
  tx: Tx,
  orderId: string,
  request: Request & { itemIds?: string[] },
  choose = async (decisions: Decision[]) => decisions,
): Promise<void> {
  await lockOrderAndItems(tx, orderId);
  const loaded = await loadFacts(tx, orderId, request);
  const asked = loaded.parts.map((part) => ({
    ...part,
    items: part.items.filter(({ id }) => request.itemIds?.includes(id) ?? true),
  }));
  const decisions = decideParts(asked, request.kind);
  await applyDecisions(tx, loaded, request, await choose(decisions));
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
export async function decideDrops(deps: RequestDeps, orderId: string): Promise<void> {
  const { db } = deps;
  if (!(await maySend(db))) return enqueue(db, [decideDropsJob.of(orderId, { inMs: hour })]);
  const order = await db.order.findUnique({
    where: { id: orderId },
    include: { decisions: { where: { lookAgainAt: { lte: databaseNow() } } } },
  });
  if (!order?.paidAt) return;
  if (order.username === "") {
    // An order whose account was deleted has no target and no requests: units known to be missing are paid back.
    return db.$transaction(async (tx) => {
      await tx.requestDecision.updateMany({ where: { orderId }, data: { lookAgainAt: null } });
      await decideLocked(tx, orderId, newRequest(true), async (decisions) =>
        decisions.filter(({ outcome }) => outcome === "refund"),
      );
    });
  }
  const isTargetHidden = await lookAtTarget(deps, order);
  const waiting = new Map(order.decisions.map((decision) => [decision.requestId, decision]));
  for (const { requestId: id, kind, askedBy, askedAt } of waiting.values()) {
    const itemIds = order.decisions.flatMap(({ requestId, itemId }) => (requestId === id ? [itemId] : []));
    const request = { id, kind, by: askedBy, askedAt, isTargetHidden } as Request;
    await db.$transaction((tx) => decideLocked(tx, orderId, { ...request, itemIds }));
  }
  await db.$transaction((tx) => decideOwn(tx, orderId, isTargetHidden));
}

/** Why a decision about missing units can't be made yet. No event tells when the reason ends. */
const temporaryReasons: readonly Reason[] = [
  "counter_moving",
  "counting",
  "not_counted",
  "shop_paused",
  "target_hidden",
];

/**
 * The shop's own decisions: only those about missing units, and an operator is asked once for each item and remedy.
 * After a remedy that fell short, the buyer was told that the shop looks for another one. So it looks again until the
 * counts show what is missing, or that nothing is, which the buyer is told. An operator decides if the target can't be
 * counted, at the latest after `longestWaitMs`. The end of a dispute or a block adds the job by itself.
 */
async function decideOwn(tx: Tx, orderId: string, isTargetHidden: boolean): Promise<void> {
  const request = newRequest(isTargetHidden);
  const earlier = await tx.requestDecision.findMany({
    where: { orderId, outcome: { in: ["review", "nothing_missing"] } },
  });
  const wasTold = ({ item: { id, remedyEndedAt }, outcome }: Decision) =>
    earlier.some(
      (told) =>
        told.itemId === id && told.outcome === outcome && !(remedyEndedAt && told.createdAt < remedyEndedAt),
    );
  const mustLookAgain = ({ item, reason }: Decision) =>
    isRemedyShort(item) && temporaryReasons.includes(reason);
  const inTime = (decision: Decision): Decision => {
    const { remedyEndedAt } = decision.item;
    const isOver = remedyEndedAt !== null && request.askedAt > addMs(remedyEndedAt, longestWaitMs);
    if (!isOver || !mustLookAgain(decision)) return decision;
    return { ...decision, outcome: "review", reason: "no_count_since", lookAgainAt: null };
  };
  const isKept = (decision: Decision): boolean => {
    const { item, outcome, reason, units } = decision;
    if (["refill", "replace", "refund"].includes(outcome)) return true;
    if (wasTold(decision)) return false;
    if (outcome === "nothing_missing") return isRemedyShort(item);
    const isUncounted = reason === "count_unknown" || reason === "no_count_since";
    const isOwed = isUncounted && isRemedyShort(item) && item.unpaidUnits === 0;
    return outcome === "review" && (units > 0 || isOwed);
  };
  await decideLocked(tx, orderId, request, async (all) => {
    const decisions = all.map(inTime);
    if (decisions.some(mustLookAgain)) await enqueue(tx, [decideDropsJob.of(orderId, { inMs: 6 * hour })]);
    return decisions.filter(isKept);
  });
}

/**
 * Counts what an order's targets show now and looks up its profile: true if that is hidden, or its name belongs to another
 * account by now. Without an answer the old counts stay, and an operator decides what they can't show.
 */
async function lookAtTarget(
  { db, social }: RequestDeps,
  { id: orderId, platform, username, target, profile }: Order,
): Promise<boolean> {
  try {
    await countTargets(db, social, orderId, { isAsked: true });
    if (isList(target)) return false;
    const found = await lookupProfile(social, platform, username);
    return !found.exists || found.is_private || isOtherAccount(found, targetAccountId(profile));
  } catch (error) {
    logger.warn(
      { orderId, err: String(error) },
      "the profile of an order could not be looked up; its request is decided without it",
    );
    return false;
  }
}
