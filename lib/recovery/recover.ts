import { type AuditContext, recordAudit, shopActor } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { holdItems, markItemBought } from "@/lib/delivery/hold-after-restore";
import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { holdMails } from "@/lib/email/failed-mails";
import { AppError, conflict } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { adoptSession } from "@/lib/payments/adopt-session";
import { applyDispute } from "@/lib/payments/apply-dispute";
import { settleAndFindPayment } from "@/lib/payments/settle-and-find";
import { settlePayment } from "@/lib/payments/settle-payment";
import { endQuarantine } from "@/lib/quarantine/start-quarantine";
import { holdRefills } from "@/lib/refills/refill-status";
import { syncRefunds } from "@/lib/refunds/sync-refunds";
import type { PaymentDeps } from "@/lib/stripe/stripe-client";
import type { SupplierDeps } from "@/lib/suppliers/protocol/open-provider";
import { readStripe, type StripeReading } from "./read-stripe";
import { type AdoptedItem, type Gap, readSuppliers, type SupplierReading } from "./read-suppliers";

type Uncertain = SupplierReading["uncertain"];

/** How many items, refills and mails can't be sent again without an operator's decision. */
type Held = { items: number; refills: number; mails: number };

/**
 * Ends the quarantine that began at `since`. In the same transaction, items and refills that may have been sent go into
 * review, and mails that may be too old for Resend to recognize a repetition are marked failed. Throws conflict when
 * the database went back in time again meanwhile.
 */
async function releaseQuarantine(
  db: Database,
  { since, uncertain, ...audit }: AuditContext & { since: Date; uncertain: Uncertain },
): Promise<Held> {
  const held = await db.$transaction(async (tx) => {
    if (!(await endQuarantine(tx, since))) {
      throw conflict("The database went back again during the reading. Run recover once more.");
    }
    const held = {
      items: await holdItems(tx, uncertain),
      refills: await holdRefills(tx, since),
      mails: await holdMails(tx, since),
    };
    await recordAudit(tx, audit, "quarantine.released", ["shop", "database"], { after: held });
    return held;
  });
  logger.warn(held, "the quarantine is over");
  return held;
}

type RecoverDeps = PaymentDeps & SupplierDeps;

/** What a recovery found, adopted, and left to an operator. */
export type Recovery = {
  since: Date;
  orders: number;
  payments: number;
  refunds: number;
  disputes: number;
  items: AdoptedItem[];
  /** Items that may or may not have been bought; they go to review when the quarantine ends. */
  uncertain: string[];
  unclearSuppliers: string[];
  /** Null while the quarantine continues. */
  held: Held | null;
};

/**
 * Reads what Stripe and the suppliers have done for this shop since the last time that the database certainly covers,
 * and changes nothing. Null when there is no quarantine. Throws payment_unavailable.
 */
export async function previewRecovery(deps: RecoverDeps): Promise<Recovery | null> {
  const gap = await findGap(deps);
  if (!gap) return null;
  const stripe = await readStripe(deps, gap.since);
  return summaryOf(gap, stripe, await readSuppliers(deps, gap));
}

/**
 * Brings a database that went back in time up to date and ends the quarantine. Orders are rebuilt from their sessions;
 * payments, refunds and disputes are posted as Stripe has them; items that were certainly bought get their number, and
 * those that may have been wait in review. Idempotent; the release comes last. Null when there is no quarantine.
 * Errors: payment_unavailable, conflict when the database went back again.
 */
export async function recover(deps: RecoverDeps, by: AuditContext): Promise<Recovery | null> {
  const gap = await findGap(deps);
  if (!gap) return null;
  const stripe = await readStripe(deps, gap.since);
  await recordStripe(deps, stripe);
  const found = await readSuppliers(deps, gap);
  const suppliers = { ...found, adopted: [] as AdoptedItem[], uncertain: [...found.uncertain] };
  for (const match of found.adopted) {
    if (await adoptItem(deps, match, by)) suppliers.adopted.push(match);
    else suppliers.uncertain.push(match);
  }
  const held = await releaseQuarantine(deps.db, { since: gap.until, uncertain: suppliers.uncertain, ...by });
  return { ...summaryOf(gap, stripe, suppliers), held };
}

function summaryOf(gap: Gap, stripe: StripeReading, suppliers: SupplierReading): Recovery {
  return {
    since: gap.since,
    orders: stripe.unknown.length,
    payments: stripe.unpaid.length,
    refunds: stripe.refundedIntents.length,
    disputes: stripe.disputes.length,
    items: suppliers.adopted,
    uncertain: suppliers.uncertain.map(({ itemId }) => itemId),
    unclearSuppliers: suppliers.unclear,
    held: null,
  };
}

/**
 * Ends a quarantine without an operator when the reading finds nothing missing, for example when a standby that had
 * everything took over. Returns whether it did.
 */
export async function releaseIfNothingIsLost(deps: RecoverDeps): Promise<boolean> {
  const gap = await findGap(deps);
  const found = gap && (await previewRecovery(deps));
  if (!gap || !found) return false;
  const { orders, payments, refunds, disputes, items, uncertain } = found;
  if (orders + payments + refunds + disputes + items.length + uncertain.length > 0) {
    logger.warn(
      { orders, payments, refunds, disputes, uncertain: uncertain.length },
      "the database has lost something, so the quarantine goes on until ops recover",
    );
    return false;
  }
  const by = { actor: shopActor, reason: "Stripe and the suppliers have nothing new." };
  await releaseQuarantine(deps.db, { since: gap.until, uncertain: [], ...by });
  return true;
}

async function findGap({ db }: RecoverDeps): Promise<Gap | null> {
  const state = await db.shopState.findFirst();
  if (!state?.quarantineSince) return null;
  const until = state.quarantineSince;
  return { since: state.agreedUntil ?? until, until };
}

async function recordStripe(deps: RecoverDeps, found: StripeReading): Promise<void> {
  for (const session of found.unknown) {
    // The settlement rebuilds a paid order by itself.
    if (session.payment_status !== "paid") await adoptSession(deps, session);
    await settlePayment(deps, session.id);
  }
  for (const session of found.unpaid) await settlePayment(deps, session.id, { isRebuilt: true });
  for (const paymentIntentId of found.refundedIntents) {
    const attempt = await settleAndFindPayment(deps, paymentIntentId);
    if (!attempt) continue;
    await syncRefunds(deps, { attemptId: attempt.id, orderId: attempt.orderId, paymentIntentId });
  }
  for (const id of found.disputes) await applyDispute(deps, id);
}

/** False when the supplier contradicts its earlier answer about the number; the item is uncertain then. */
async function adoptItem(
  deps: RecoverDeps,
  { itemId, supplierId, number: providerOrderId }: AdoptedItem,
  by: AuditContext,
): Promise<boolean> {
  await markItemBought(deps.db, itemId, supplierId);
  try {
    await attachProviderOrder(deps, { itemId, providerOrderId, ...by });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.warn(
      { itemId, providerOrderId, err: String(error) },
      "a bought item could not be adopted; it waits in review",
    );
    return false;
  }
}
