import { setTimeout as wait } from "node:timers/promises";
import { newId } from "@/lib/base/ids";
import { blockOrder, unblockOrder } from "@/lib/delivery/operator/block-order";
import { requestRefill } from "@/lib/delivery/refills/request-refill";
import { openScrapeCreators } from "@/lib/delivery/social/scrapecreators/open-scrapecreators";
import { pauseOrder } from "@/lib/delivery/submit/check-target";
import { fixTarget } from "@/lib/delivery/submit/fix-target";
import { socialKey } from "@/lib/local/local-env";
import { refundOrder } from "@/lib/money/refunds/refund-order";
import { control } from "../support/control";
import { byOps } from "../support/factories";
import type { Violation } from "../support/invariants";
import type { Afterwards, Schedule } from "./plan";
import { refusalOf, retrying } from "./retrying";
import type { TestShop } from "./test-shop";

type Paid = { orderId: string; orderUrl: string; sessionId: string };
type Of<Kind extends Afterwards["kind"]> = Omit<Extract<Afterwards, { kind: Kind }>, "kind">;

const lookEveryMs = 300;
const catchWithinMs = 2_000;
const deliveredWithinMs = 30_000;

/**
 * Whatever else happens to a paid order: refunds, disputes, blocks, targets out of reach, refills. Returns what must
 * not have happened; refusals by the shop are fine.
 */
export async function playAfterwards(
  testShop: TestShop,
  schedule: Schedule,
  paid: Paid,
): Promise<Violation[]> {
  const what = schedule.afterwards;
  switch (what?.kind) {
    case undefined:
      return [];
    case "refund":
      return refund(testShop, schedule, paid, what);
    case "refund at Stripe":
    case "refund bounces":
    case "dispute":
    case "inquiry":
      return atStripe(testShop, schedule, paid, what);
    case "blocked for a while":
      await refusalOf(() => blockOrder(testShop.connection.db, { orderId: paid.orderId, ...byOps }));
      await wait(schedule.pauseMs);
      await refusalOf(() => unblockOrder(testShop.connection.db, { orderId: paid.orderId, ...byOps }));
      return [];
    case "target out of reach":
      await loseTarget(testShop, schedule, paid, what);
      return [];
    case "refill":
      return askForRefill(testShop, schedule, paid, what);
  }
}

/** An administrator's refund, sent several times at once. A form sent twice is one refund. */
async function refund(
  testShop: TestShop,
  schedule: Schedule,
  { orderId }: Paid,
  { what, cents, copies, isOneIntent }: Of<"refund">,
): Promise<Violation[]> {
  const { db } = testShop.connection;
  const intent = newId();
  await Promise.all(
    Array.from({ length: copies }, () =>
      refusalOf(() =>
        refundOrder(db, {
          orderId,
          kind: what,
          ...(what === "part" && { amountCents: cents }),
          intent: isOneIntent ? intent : newId(),
          ...byOps,
        }),
      ),
    ),
  );
  if (!isOneIntent) return [];
  const posted = await retrying(() => db.refund.count({ where: { orderId, intent } }));
  return posted > 1
    ? [violation(schedule, "I2", `one intent became ${posted} refunds of order ${orderId}`)]
    : [];
}

/** Refunds and disputes that begin at Stripe. It may refuse: refunded in full, disputed, or made to fail by a fault. */
async function atStripe(
  testShop: TestShop,
  schedule: Schedule,
  paid: Paid,
  what: Extract<Afterwards, { kind: "refund at Stripe" | "refund bounces" | "dispute" | "inquiry" }>,
): Promise<Violation[]> {
  const { stripe, urls } = testShop;
  const session = await stripe.checkout.sessions.retrieve(paid.sessionId, {
    expand: ["payment_intent.latest_charge"],
  });
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  if (!intent || !charge) return [];
  const attempt = (work: () => Promise<unknown>) => work().catch(() => undefined);
  if (what.kind === "refund at Stripe") {
    const left = charge.amount - charge.amount_refunded;
    const amount = what.what === "full" ? left : Math.min(what.cents, left);
    await attempt(() => stripe.refunds.create({ charge: charge.id, amount }));
    return [];
  }
  if (what.kind === "refund bounces") {
    const part = { what: "part", cents: 60, copies: 1, isOneIntent: true } as const;
    const found = await refund(testShop, schedule, paid, part);
    await wait(schedule.pauseMs);
    const [made] = (await stripe.refunds.list({ charge: charge.id })).data;
    if (made) await attempt(() => control(`${urls.stripe}/_control/refund/${made.id}/failed`));
    return found;
  }
  const isInquiry = what.kind === "inquiry";
  await attempt(() => control(`${urls.stripe}/_control/dispute/${charge.id}`, { isInquiry }));
  const decide = async () => {
    await wait(schedule.pauseMs);
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data;
    for (const step of dispute ? stepsTo(what) : [])
      await attempt(() => control(`${urls.stripe}/_control/dispute/${dispute?.id}/${step}`));
  };
  const asked = isInquiry && what.refund ? { what: what.refund, cents: what.cents } : null;
  const [found] = await Promise.all([
    asked ? refund(testShop, schedule, paid, { ...asked, copies: 2, isOneIntent: true }) : [],
    decide(),
  ]);
  return found;
}

/** The bank's steps until the end of a dispute or an inquiry. */
function stepsTo({ kind, end }: Extract<Afterwards, { kind: "dispute" | "inquiry" }>): string[] {
  if (end === "open") return [];
  if (end === "closed") return ["warning_closed"];
  if (end === "disputed") return ["needs_response"];
  return kind === "inquiry" ? ["needs_response", end] : [end];
}

/** Pauses an item before it is sent, as a check of its target does; then its buyer fixes the target, or does not. */
async function loseTarget(
  { connection: { db }, urls }: TestShop,
  schedule: Schedule,
  { orderId, orderUrl }: Paid,
  { fixed, name }: Of<"target out of reach">,
): Promise<void> {
  const isPaused = await within(catchWithinMs, () => pauseOrder(db, orderId, "target_private"));
  if (!isPaused || fixed === "never") return;
  await wait(schedule.pauseMs);
  const timeouts = { timeoutMs: 3_000, searchTimeoutMs: 3_000 };
  const provider = openScrapeCreators({ baseUrl: urls.social, apiKey: socialKey, ...timeouts });
  const token = new URL(orderUrl, urls.social).pathname.split("/").at(-1) ?? "";
  const input = { token, ...(fixed === "renamed" && { username: name }) };
  // The buyer tries again when the provider fails, and in the end gives up.
  for (let tries = 0; tries < 5; tries += 1) {
    const refusal = await refusalOf(() => fixTarget({ db, provider, now: new Date() }, input));
    if (!refusal) return;
    await wait(lookEveryMs);
  }
}

/** Operators ask for a refill in several tabs at once; an item may have only one refill in progress. */
async function askForRefill(
  { connection: { db } }: TestShop,
  schedule: Schedule,
  { orderId }: Paid,
  { copies }: Of<"refill">,
): Promise<Violation[]> {
  const isDelivered = await within(
    deliveredWithinMs,
    async () => (await db.order.count({ where: { id: orderId, status: "completed" } })) === 1,
  );
  if (!isDelivered) return [];
  await Promise.all(
    Array.from({ length: copies }, () =>
      refusalOf(() => requestRefill(db, { orderId, now: new Date(), ...byOps })),
    ),
  );
  const doubled = await retrying(() =>
    db.refill.groupBy({
      by: ["itemId"],
      where: { item: { orderId }, state: { notIn: ["completed", "rejected"] } },
      having: { itemId: { _count: { gt: 1 } } },
    }),
  );
  return doubled.map(({ itemId }) =>
    violation(schedule, "refill", `item ${itemId} of order ${orderId} has several refills in progress`),
  );
}

/** Repeats `look` until it returns true, for at most `longestMs`; false if it never does. */
async function within(longestMs: number, look: () => Promise<boolean>): Promise<boolean> {
  for (const until = Date.now() + longestMs; Date.now() < until; await wait(lookEveryMs)) {
    if (await retrying(look)) return true;
  }
  return false;
}

function violation({ seed }: Schedule, invariant: string, what: string): Violation {
  return { invariant, what: `${what} (schedule ${seed})` };
}
