import { z } from "zod";
import type { Database } from "@/lib/base/db/client";
import { findAccount } from "@/lib/local/social/directory";
import { postsOf } from "@/lib/local/social/posts";
import { automaticReasons } from "@/lib/money/refunds/refund-reasons";
import type { Violation } from "../support/invariants";
import type { ComparedCalls } from "../support/panel-calls";

/** An ended order as the panel, the account and Stripe have it. */
export type OrderTruth = {
  orderId: string;
  /** Units bought, and how many of them are on the account. */
  bought: number;
  there: number;
  paidCents: number;
  /** In the order in which they were requested. `isOwn`: the shop decided it by itself, for units. */
  refunds: { cents: number; isOwn: boolean }[];
  /** Units by which the account's counter may be rounded. */
  rounding: number;
};

export type Verdict = {
  /** Units that the shop paid back by itself although they are there. */
  paidBackThere: number;
  /** Units that are missing and were not paid back by anyone. */
  missingUnpaid: number;
};

/** The share of what was bought that may be missing without a promise being broken (docs/correctness.md). */
const toleratedShare = 0.05;

/**
 * Compares what was paid back with what is missing, in units; 0 within the tolerance. What an operator has paid back
 * before counts towards missing units. Pure.
 */
export function judge({ bought, there, paidCents, refunds, rounding }: OrderTruth): Verdict {
  const missing = Math.max(0, bought - there);
  const unitsOf = (cents: number) => (cents * bought) / paidCents;
  // A refund is whole cents, which may be worth more than one unit.
  const tolerated = bought * toleratedShare + rounding + unitsOf(1);
  let paidBack = 0;
  let wrongly = 0;
  for (const { cents, isOwn } of refunds) {
    const units = unitsOf(cents);
    if (isOwn) wrongly += Math.max(0, units - Math.max(0, missing - paidBack));
    paidBack += units;
  }
  const beyond = (units: number) => (units > tolerated ? Math.round(units) : 0);
  return { paidBackThere: beyond(wrongly), missingUnpaid: beyond(missing - paidBack) };
}

export type TruthReport = Verdict & {
  /** Ended orders that were judged, and those that an operator's list has or an operator has decided about. */
  judged: number;
  exempt: number;
};

export type TruthWitnesses = {
  panelControl: string;
  socialControl: string;
  calls: ComparedCalls;
  /** The ids of items and orders that the administrator has decided about. */
  decided: ReadonlySet<string>;
};

/**
 * The truth at the panel and the account, whatever the shop believes: of every ended order, units paid back that are
 * there, and units missing that nobody pays for. Exempt are orders in an operator's list, orders that an operator has
 * decided about, and payments that a bank decides about.
 */
export async function checkTruth(
  db: Database,
  witnesses: TruthWitnesses,
): Promise<{ report: TruthReport; violations: Violation[] }> {
  const report: TruthReport = { paidBackThere: 0, missingUnpaid: 0, judged: 0, exempt: 0 };
  const violations: Violation[] = [];
  const listed = await ordersOfOperators(db);
  for (const { itemIds, ...truth } of await loadTruths(db, witnesses)) {
    if (listed.has(truth.orderId) || [truth.orderId, ...itemIds].some((id) => witnesses.decided.has(id))) {
      report.exempt += 1;
      continue;
    }
    report.judged += 1;
    const { paidBackThere, missingUnpaid } = judge(truth);
    report.paidBackThere += paidBackThere;
    report.missingUnpaid += missingUnpaid;
    const { orderId, bought, there } = truth;
    const facts = `of order ${orderId} ${there} of ${bought} units are there`;
    if (paidBackThere > 0)
      violations.push({ invariant: "truth", what: `${facts}, and ${paidBackThere} of them were paid back` });
    if (missingUnpaid > 0)
      violations.push({ invariant: "truth", what: `${facts}, and nobody pays for ${missingUnpaid}` });
  }
  return { report, violations };
}

const panelSchema = z.object({ orders: z.record(z.string(), z.object({ there: z.number() })) });
const socialSchema = z.object({
  habits: z.record(z.string(), z.object({ rounds: z.enum(["text", "number"]).optional() })),
});

async function loadTruths(db: Database, { panelControl, socialControl, calls }: TruthWitnesses) {
  const { orders: atPanel } = panelSchema.parse(await (await fetch(panelControl)).json());
  const { habits } = socialSchema.parse(await (await fetch(socialControl)).json());
  const bought = new Map<string, Set<string>>();
  for (const { seen, row } of calls.matches)
    if (seen.order !== null)
      bought.set(row.itemId, (bought.get(row.itemId) ?? new Set()).add(String(seen.order)));
  const thereOf = (itemId: string) =>
    [...(bought.get(itemId) ?? [])].reduce((sum, id) => sum + (atPanel[id]?.there ?? 0), 0);
  const orders = await db.order.findMany({
    where: { status: { in: ["completed", "partial", "failed"] }, paidCents: { gt: 0 } },
    include: {
      items: true,
      refunds: { where: { status: "succeeded", attempt: { status: "paid" } }, orderBy: { createdAt: "asc" } },
    },
  });
  return orders.map(({ id: orderId, platform, username, paidCents, items, refunds, serviceType }) => {
    const originals = items.filter(({ replacesItemId }) => replacesItemId === null);
    const there = originals.map(({ id, quantity }) => {
      const again = items.filter(({ replacesItemId }) => replacesItemId === id);
      const units = [id, ...again.map((item) => item.id)].reduce((sum, own) => sum + thereOf(own), 0);
      return Math.min(quantity, units);
    });
    const isRounded = habits[`${platform} ${username}`]?.rounds !== undefined;
    const steps = originals.map(({ postId }) => roundingStep(platform, username, serviceType, postId));
    return {
      orderId,
      itemIds: items.map(({ id }) => id),
      bought: originals.reduce((sum, { quantity }) => sum + quantity, 0),
      there: there.reduce((sum, units) => sum + units, 0),
      paidCents,
      refunds: refunds.map(({ amountCents, reason }) => ({
        cents: amountCents,
        isOwn: automaticReasons.some((own) => own === reason),
      })),
      rounding: isRounded ? steps.reduce((sum, step) => sum + step, 0) : 0,
    };
  });
}

/** By how many units a counter that rounds may be off, before deliveries. */
function roundingStep(
  platform: string,
  username: string,
  serviceType: string,
  postId: string | null,
): number {
  const account = findAccount(platform, username);
  const post = account && postsOf(account).find(({ code }) => code === postId);
  const count = {
    followers: account?.followers,
    likes: post?.likes,
    views: post?.plays,
  }[serviceType];
  return (count ?? 0) >= 900_000 ? 100_000 : 100;
}

/** The orders that wait for an operator, or for a bank. */
async function ordersOfOperators(db: Database): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders WHERE flagged_at IS NOT NULL OR blocked_at IS NOT NULL
    UNION SELECT order_id FROM fulfillment_items WHERE review_since IS NOT NULL
    UNION SELECT item.order_id FROM refills JOIN fulfillment_items AS item ON item.id = refills.item_id
      WHERE refills.state NOT IN ('completed', 'rejected')
    UNION SELECT order_id FROM operator_alerts WHERE order_id IS NOT NULL AND resolved_at IS NULL
    UNION SELECT order_id FROM support_tickets WHERE order_id IS NOT NULL AND status IN ('open', 'in_progress')
    UNION SELECT order_id FROM refunds WHERE status IN ('held', 'failed', 'dropped')
    UNION SELECT order_id FROM disputes`;
  return new Set(rows.map(({ id }) => id));
}
