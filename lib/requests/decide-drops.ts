import { databaseNow } from "@/lib/clock";
import type { Prisma } from "@/lib/db/generated/client";
import { decideDropsJob } from "@/lib/delivery/jobs";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { type RequestKind, requestKinds } from "@/lib/orders/request-offers";
import { maySend } from "@/lib/quarantine/database-mark";
import { hour } from "@/lib/time";
import { decideLocked, type RequestDeps } from "./decide-request";
import { lookAtTarget } from "./look-at-target";

/**
 * Makes good the units that an order's counts show missing within the promised days, without a request, and decides its
 * waiting requests again. In quarantine it only adds its job again for later. Safe to call at any time and
 * concurrently.
 */
export async function decideDrops({ db, social }: RequestDeps, orderId: string): Promise<void> {
  if (!(await maySend(db))) return enqueue(db, [decideDropsJob.of(orderId, { inMs: hour })]);
  const order = await db.order.findUnique({
    where: { id: orderId },
    select: { paidAt: true, decisions: { where: { lookAgainAt: { lte: databaseNow() } } } },
  });
  if (!order?.paidAt) return;
  const target = await lookAtTarget(db, social, orderId, { isAsked: order.decisions.length > 0 });
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
async function decideOwn(
  tx: Prisma.TransactionClient,
  orderId: string,
  target: Awaited<ReturnType<typeof lookAtTarget>>,
): Promise<void> {
  const reviewed = await tx.requestDecision.findMany({ where: { orderId, outcome: "review" } });
  const request = { id: newId(), kind: own, by: "shop", askedAt: databaseNow() } as const;
  await decideLocked(tx, orderId, target, request, {
    keep: ({ outcome, units, itemId }) =>
      ["refill", "replace", "refund"].includes(outcome) ||
      (outcome === "review" && units > 0 && !reviewed.some((decision) => decision.itemId === itemId)),
  });
}
