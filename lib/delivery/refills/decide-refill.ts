import { z } from "zod";
import { withReason } from "@/lib/base/audit/reason-schema";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import type { Refill } from "@/lib/base/db/generated/client";
import { AppError, conflict, notFound } from "@/lib/base/errors";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { inWords } from "@/lib/base/text/words";
import { databaseNow } from "@/lib/base/time/clock";
import { countTargetsJob, decideDropsJob } from "@/lib/delivery/items/item-jobs";
import { markDecided } from "@/lib/delivery/operator/mark-decided";
import { refillNumber } from "@/lib/delivery/suppliers/protocol/read-json";
import { resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { requireMaySend } from "@/lib/orders/order/may-order-send";
import { recordEvents } from "@/lib/orders/order/record-event";
import { sendRefillJob } from "./refill-jobs";
import { refillNeedsOperator } from "./refill-status";

/** attach: the supplier took it, under this number. resend: it did not, so it is asked again. Else: how it ended. */
export type RefillDecision =
  | { kind: "attach"; supplierRefillId: string }
  | { kind: "resend" | "completed" | "rejected" };

/** The admin form about a refill that needs an operator: how it ended, or the supplier's number of it. */
export const decideRefillSchema = withReason
  .extend({
    refillId: z.uuid(),
    decision: z.enum(["attach", "resend", "completed", "rejected"], { error: "Choose what happened to it." }),
    supplierRefillId: z.string().trim().max(40).default(""),
    // A page of the release before sends none.
    version: z.coerce.number().int().min(0).optional(),
  })
  .transform(({ decision: kind, supplierRefillId, ...rest }) => {
    const decision: RefillDecision = kind === "attach" ? { kind, supplierRefillId } : { kind };
    return { ...rest, decision };
  });

/**
 * Applies an administrator's decision about a refill whose answer was lost, or that its supplier did not finish in
 * time. When the refill has ended, its target is counted, and a job decides about units that are still missing.
 * `version` is the refill's, as the administrator's page showed it. Errors: not_found; invalid_input when the
 * supplier's refill number has other characters than digits; conflict when the refill needs no decision, has another
 * version, or can't be sent again because the order allows no sending.
 */
export async function decideRefill(
  db: Database,
  {
    refillId,
    version,
    decision,
    ...audit
  }: AuditContext & { refillId: string; version?: number | undefined; decision: RefillDecision },
): Promise<void> {
  if (decision.kind === "attach" && refillNumber(decision.supplierRefillId) !== decision.supplierRefillId) {
    throw new AppError("invalid_input", { userMessage: "A supplier's refill number has only digits." });
  }
  await db.$transaction(async (tx) => {
    type Decided = Pick<Refill, "state" | "reason" | "version" | "itemId">;
    const [refill] = await tx.$queryRaw<(Decided & { orderId: string; needsOperator: boolean })[]>`
      SELECT refill.state, refill.reason, refill.version, item.id AS "itemId", item.order_id AS "orderId",
        ${refillNeedsOperator} AS "needsOperator"
      FROM refills AS refill JOIN fulfillment_items AS item ON item.id = refill.item_id
      WHERE refill.id = ${refillId}::uuid FOR UPDATE OF refill`;
    if (!refill) throw notFound("There is no such refill.");
    const { orderId, itemId, state, reason, needsOperator } = refill;
    if (!needsOperator) throw conflict(`This refill is ${inWords(state)} now; there is nothing to decide.`);
    if (version !== undefined && version !== refill.version) {
      throw conflict(
        "This refill has been asked for again since you opened this page. Please reload and look up its newest request.",
      );
    }
    if (decision.kind === "resend") await requireMaySend(tx, orderId);
    const after = changeOf(decision);
    await tx.refill.update({ where: { id: refillId }, data: { ...after, reason: null, leaseToken: null } });
    if (after.state === "requested") await enqueue(tx, [sendRefillJob.of(refillId)]);
    if (after.state === "completed" || after.state === "rejected") {
      await markDecided(tx, { id: itemId }, audit.actor);
      await enqueue(tx, [countTargetsJob.of(orderId), decideDropsJob.of(orderId)]);
    }
    const type = `refill.${decision.kind === "attach" ? "sent" : after.state}`;
    await recordEvents(tx, [{ orderId, itemId, type, data: { by: "administrator" } }]);
    await resolveAlert(tx, `refill_unknown:${refillId}`);
    await recordAudit(tx, audit, "refill.decided", ["refill", refillId], {
      before: { state, reason },
      after: { ...decision },
    });
  });
}

function changeOf(decision: RefillDecision) {
  const now = databaseNow();
  if (decision.kind === "attach") {
    const { supplierRefillId } = decision;
    return { state: "in_progress", supplierRefillId, nextCheckAt: now, waitingSince: now } as const;
  }
  if (decision.kind === "resend") {
    return { state: "requested", supplierRefillId: null, nextCheckAt: null, waitingSince: now } as const;
  }
  return { state: decision.kind };
}
