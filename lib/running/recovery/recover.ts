import { type AuditContext, recordAudit, shopActor } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import type { Supplier } from "@/lib/base/db/generated/client";
import { conflict } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { endQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { readDatabaseTime } from "@/lib/base/time/clock";
import { addMs, second } from "@/lib/base/time/time";
import { holdItems, listUncertainItems, type UncertainItem } from "@/lib/delivery/items/hold-after-restore";
import { holdRefills } from "@/lib/delivery/refills/refill-status";
import { noAccess, openProvider, type SupplierDeps } from "@/lib/delivery/suppliers/protocol/open-provider";
import { maxStatusBatch } from "@/lib/delivery/suppliers/protocol/provider";
import { holdMails } from "@/lib/mail/queue/hold-mails";
import { adoptSession } from "@/lib/money/payments/adopt-session";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { settleAndFindPayment } from "@/lib/money/payments/settle-and-find";
import { settlePayment } from "@/lib/money/payments/settle-payment";
import { syncRefunds } from "@/lib/money/refunds/sync-refunds";
import type { PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { intentOf, readStripe, type StripeReading } from "./read-stripe";

/** The database may lack what happened from `since` to `until`, the quarantine's beginning. */
type Gap = { since: Date; until: Date; isPromotion: boolean };

/**
 * The result of a recovery: what it took over from Stripe, what the suppliers said, and what it left to an operator.
 */
export type Recovery = {
  gap: Gap;
  stripe: StripeReading;
  suppliers: string[];
  /** Items that may have been bought; they go to review when the quarantine ends. */
  uncertain: UncertainItem[];
  /** Refills and mails that may have been sent, and wait for an operator too; null while the quarantine continues. */
  held: { refills: number; mails: number } | null;
};

type RecoverDeps = PaymentDeps & SupplierDeps;

/**
 * Reads what Stripe has done for this shop since the last time that the database certainly covers, asks the suppliers,
 * and changes nothing. Null when there is no quarantine. Throws payment_unavailable.
 */
export async function previewRecovery(deps: RecoverDeps): Promise<Recovery | null> {
  const gap = await findGap(deps.db);
  if (!gap) return null;
  const stripe = await readStripe(deps, gap.since);
  const suppliers = await askSuppliers(deps);
  const uncertain = mayLack(gap) ? await listUncertainItems(deps.db, gap.until) : [];
  return { gap, stripe, suppliers, uncertain, held: null };
}

/**
 * Brings a database that went back in time up to date and ends the quarantine. Stripe decides the money: orders are
 * rebuilt from their sessions; payments, refunds and disputes are posted as Stripe has them. No supplier can prove what
 * was bought, so all that may have been sent waits in review; nothing does when the operator vouches that the database
 * lacks nothing (`isComplete`). Idempotent; the end comes last. Null when there is no quarantine. Errors:
 * payment_unavailable, conflict when the database went back again, or Stripe has something that a complete one lacks.
 */
export async function recover(
  deps: RecoverDeps,
  by: AuditContext,
  { isComplete = false } = {},
): Promise<Recovery | null> {
  const gap = await findGap(deps.db);
  if (!gap) return null;
  const stripe = await readStripe(deps, gap.since);
  if (isComplete && hasNews(stripe))
    throw conflict("Stripe has something that the database lacks, so it is not complete. Run recover look.");
  await takeOver(deps, stripe);
  const suppliers = await askSuppliers(deps);
  const isHolding = mayLack(gap) && !isComplete;
  const { uncertain, ...held } = await release(deps.db, gap, by, { isHolding, suppliers });
  return { gap, stripe, suppliers, uncertain, held };
}

// A request that was written under a lease may be executed this much later.
const onTheWireMs = 120 * second;

/**
 * Ends the quarantine without an operator after a standby was promoted, once no call from before the promotion can be in
 * flight (`leaseMs` is the longest lease), if Stripe has nothing that is not here. What the primary may not have handed
 * to the standby waits in review. Returns whether it ended.
 */
export async function endAfterPromotion(deps: PaymentDeps, leaseMs: number): Promise<boolean> {
  const gap = await findGap(deps.db);
  if (!gap?.isPromotion) return false;
  if ((await readDatabaseTime(deps.db)) < addMs(gap.until, leaseMs + onTheWireMs)) return false;
  if (hasNews(await readStripe(deps, gap.since))) {
    logger.warn("the database has lost something, so the quarantine goes on until ops recover");
    return false;
  }
  const by = { actor: shopActor, reason: "A standby was promoted, and Stripe has nothing new." };
  await release(deps.db, gap, by, { isHolding: mayLack(gap), onlyPromotion: true });
  return true;
}

async function findGap(db: Database): Promise<Gap | null> {
  const state = await db.shopState.findFirst();
  if (!state?.quarantineSince) return null;
  const until = state.quarantineSince;
  return { since: state.agreedUntil ?? until, until, isPromotion: state.isPromotion };
}

/** False when the database certainly holds everything up to the quarantine. */
function mayLack({ since, until }: Gap): boolean {
  return since < until;
}

function hasNews(found: StripeReading): boolean {
  return Object.values(found).some(({ length }) => length > 0);
}

/**
 * Ends the quarantine. With `isHolding`, items and refills that may have been sent go into review in the same
 * transaction, and mails that may be too old for Resend to recognize a repetition are marked failed.
 */
async function release(
  db: Database,
  { until }: Gap,
  by: AuditContext,
  {
    isHolding,
    suppliers = [],
    onlyPromotion = false,
  }: { isHolding: boolean; suppliers?: string[]; onlyPromotion?: boolean },
) {
  const held = await db.$transaction(async (tx) => {
    if (!(await endQuarantine(tx, until, { onlyPromotion })))
      throw conflict("The database went back again during the reading. Run recover once more.");
    const uncertain = isHolding ? await holdItems(tx, until) : [];
    const refills = isHolding ? await holdRefills(tx, until) : 0;
    const mails = isHolding ? await holdMails(tx, until) : 0;
    const after = { items: uncertain.length, refills, mails, suppliers };
    await recordAudit(tx, by, "quarantine.released", ["shop", "database"], { after });
    return { uncertain, refills, mails };
  });
  const { uncertain, ...counts } = held;
  logger.warn({ items: uncertain.length, ...counts }, "the quarantine is over");
  return held;
}

/** Posts what Stripe has, by the ordinary use cases. */
async function takeOver(deps: PaymentDeps, found: StripeReading): Promise<void> {
  for (const session of found.unknown) {
    // The settlement rebuilds a paid order by itself.
    if (session.payment_status !== "paid") await adoptSession(deps, session);
    await settlePayment(deps, session.id);
  }
  for (const session of found.unpaid) await settlePayment(deps, session.id, { isRebuilt: true });
  for (const paymentIntentId of new Set(found.refunds.map(intentOf))) {
    if (await settleAndFindPayment(deps, paymentIntentId)) await syncRefunds(deps, paymentIntentId);
  }
  for (const { id } of found.disputes) await applyDispute(deps, id);
}

/**
 * Asks each panel about the newest order numbers known here and returns one text for each, for an operator who looks
 * for later ones. Every panel is asked, mapped or not, because the mappings may have been others before the loss.
 * Decides nothing.
 */
async function askSuppliers(deps: SupplierDeps): Promise<string[]> {
  const panels = await deps.db.supplier.findMany({ where: { kind: "panel_v2" }, orderBy: { name: "asc" } });
  return Promise.all(panels.map(async (panel) => `${panel.name} ${await askPanel(deps, panel)}`));
}

async function askPanel({ db, provider: options }: SupplierDeps, panel: Supplier): Promise<string> {
  const bought = await db.fulfillmentItem.findMany({
    where: { supplierId: panel.id, providerOrderId: { not: null } },
    orderBy: [{ submittedAt: { sort: "desc", nulls: "last" } }, { id: "desc" }],
    select: { providerOrderId: true },
    take: maxStatusBatch,
  });
  const numbers = bought.flatMap(({ providerOrderId }) => providerOrderId ?? []);
  const [newest] = numbers;
  if (newest === undefined) return "has no order that is known here.";
  const answer = await openProvider(panel, options)?.statuses(numbers);
  if (!answer?.ok)
    return `gave no answer about number ${newest}, the newest here: ${answer?.reason ?? noAccess}.`;
  const known = numbers.filter((number) => answer.reports.get(number)?.kind === "known");
  const word = answer.reports.get(newest)?.word ?? "nothing";
  return `says “${word}” about number ${newest}, the newest here, and knows ${known.length} of the newest ${numbers.length}.`;
}
