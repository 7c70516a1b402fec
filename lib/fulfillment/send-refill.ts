import { raiseAlert } from "@/lib/alerts/raise-alert";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { enqueue } from "@/lib/jobs/enqueue";
import { recordEvents } from "@/lib/orders/record-event";
import { addMs, minute } from "@/lib/time";
import { openProvider, type ProviderOptions, type SupplierAccess } from "./providers/open-provider";
import type { CallOutcome } from "./providers/provider";
import { refillJob } from "./request-refill";

export type RefillDeps = {
  db: Database;
  provider: ProviderOptions;
  /** The shortest time between two questions about one refill. */
  baseMs: number;
  /** Where alerts go when the settings name nobody. */
  supportEmail: string;
};

type Claimed = { refillId: string; token: string; itemId: string; orderId: string; providerOrderId: string };

const retryMs = 5 * minute;

/**
 * Asks a supplier for a refill, at most once: a second request may be a second refill. Claim and commit, call once,
 * record. An answer that got lost leaves the refill `unknown` for an administrator; only proof that nothing was done
 * lets it be sent again. Safe to call at any time and by many at once.
 */
export async function sendRefill(deps: RefillDeps, refillId: string): Promise<void> {
  const claimed = await claim(deps.db, refillId);
  if (!claimed) return;
  const { access, ...refill } = claimed;
  const provider = openProvider(access, deps.provider);
  const outcome: CallOutcome<{ refillId: string }> = provider
    ? await provider.refill(refill.providerOrderId)
    : { kind: "rejected", reason: "the supplier's address or key can't be used", isTemporary: true };
  await record(deps, refill, outcome);
}

async function claim(db: Database, refillId: string): Promise<(Claimed & { access: SupplierAccess }) | null> {
  const token = newId();
  const { count } = await db.refill.updateMany({
    where: { id: refillId, state: "requested" },
    data: { state: "sending", claimToken: token },
  });
  if (count === 0) return null;
  const { item } = await db.refill.findUniqueOrThrow({
    where: { id: refillId },
    include: { item: { include: { supplier: true } } },
  });
  if (!item.supplier || !item.providerOrderId) return null;
  const { id: itemId, orderId, providerOrderId, supplier: access } = item;
  return { refillId, token, itemId, orderId, providerOrderId, access };
}

async function record(
  deps: RefillDeps,
  refill: Claimed,
  outcome: CallOutcome<{ refillId: string }>,
): Promise<void> {
  const { itemId, orderId } = refill;
  const mine = { id: refill.refillId, claimToken: refill.token };
  await deps.db.$transaction(async (tx) => {
    const note = (type: string, data: Record<string, string>) =>
      recordEvents(tx, [{ orderId, itemId, type, data }]);
    const become = async (data: Parameters<typeof tx.refill.updateMany>[0]["data"]) =>
      (await tx.refill.updateMany({ where: mine, data: { ...data, claimToken: null } })).count > 0;
    switch (outcome.kind) {
      case "accepted": {
        const nextCheckAt = addMs(new Date(), deps.baseMs);
        const supplierRefillId = outcome.refillId;
        if (await become({ state: "in_progress", supplierRefillId, reason: null, nextCheckAt })) {
          await note("refill.sent", { supplierRefillId });
        }
        return;
      }
      case "rejected":
        if (outcome.isTemporary) {
          const nextCheckAt = addMs(new Date(), retryMs);
          if (await become({ state: "requested", reason: outcome.reason, nextCheckAt })) {
            await enqueue(tx, [refillJob(refill.refillId, nextCheckAt)]);
          }
        } else if (await become({ state: "rejected", reason: outcome.reason })) {
          await note("refill.rejected", { reason: outcome.reason });
        }
        return;
      case "unknown":
        if (await become({ state: "unknown", reason: outcome.reason })) {
          await note("refill.unknown", { reason: outcome.reason });
        }
    }
  });
  if (outcome.kind === "unknown") await alertUnknown(deps, refill.refillId, refill.orderId);
}

/** Tells the operator of a refill that may or may not have been taken. */
export async function alertUnknown(deps: RefillDeps, refillId: string, orderId: string): Promise<void> {
  const key = `refill_unknown:${refillId}`;
  const sentence = `The supplier's answer to refill ${refillId} of order ${orderId} got lost. Look it up there, then settle the refill by hand.`;
  await raiseAlert(deps.db, { key, kind: "refill_unknown", sentence }, deps.supportEmail);
}
