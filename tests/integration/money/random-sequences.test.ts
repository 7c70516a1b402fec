import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { settleAndFindPayment } from "@/lib/money/payments/settle-and-find";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { syncRefunds } from "@/lib/money/refunds/sync-refunds";
import { postedCents, useShopAtStripe } from "../../support/shop";

const { db, stripe, shop } = useShopAtStripe();

const steps = [
  "settle",
  "part",
  "full",
  "undelivered",
  "automatic",
  "send",
  "dashboard",
  "bounce",
  "dispute",
  "decide",
  "follow",
] as const;
type Step = (typeof steps)[number];

type Subject = { orderId: string; sessionId: string; chargeId: string; intentId: string };

beforeEach(() => stripe.control("/reset"));

async function paidSubject(): Promise<Subject> {
  const { orderId, sessionId } = await shop.placeAndPay();
  const charge = await stripe.chargeOf(orderId);
  return { orderId, sessionId, chargeId: charge.id, intentId: String(charge.payment_intent) };
}

/** One event of a payment, in the shop or at Stripe. It may be refused; the ledger must be right in any case. */
async function run(step: Step, subject: Subject): Promise<unknown> {
  const { orderId, sessionId, chargeId } = subject;
  switch (step) {
    case "settle":
      return shop.settle(sessionId);
    case "part":
      return shop.refund(orderId, { kind: "part", amountCents: 70 });
    case "full":
      return shop.refund(orderId);
    case "undelivered":
      return shop.refund(orderId, { kind: "undelivered" });
    case "automatic":
      return refundUndelivered(db(), orderId);
    case "send":
      return shop.sendRefunds(orderId);
    case "dashboard":
      return stripe.client().refunds.create({ charge: chargeId, amount: 33 });
    case "bounce": {
      const made = (await stripe.view()).refunds.find(
        (entry) => entry.charge === chargeId && entry.status !== "failed",
      );
      return made && stripe.control(`/refund/${made.id}/failed`);
    }
    case "dispute":
      return stripe.control(`/dispute/${chargeId}`);
    case "decide": {
      const { data } = await stripe.client().disputes.list({ charge: chargeId });
      return data[0] && stripe.control(`/dispute/${data[0].id}/${data[0].amount % 2 ? "won" : "lost"}`);
    }
    case "follow":
      return follow(subject);
  }
}

/** Does what webhooks do, whenever they come. */
async function follow({ chargeId, intentId: paymentIntentId }: Subject): Promise<void> {
  const attempt = await settleAndFindPayment(shop.deps(), paymentIntentId);
  if (attempt) await syncRefunds(shop.deps(), paymentIntentId);
  const { data } = await stripe.client().disputes.list({ charge: chargeId });
  for (const { id } of data) await applyDispute(shop.deps(), id);
}

/** The payments of which more was refunded than was paid, in the shop (requested refunds included) or at Stripe. */
async function overPaid(): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT attempt.id FROM payment_attempts AS attempt JOIN refunds AS refund ON refund.attempt_id = attempt.id
    WHERE refund.status NOT IN ('failed', 'dropped')
    GROUP BY attempt.id HAVING sum(refund.amount_cents) > attempt.amount_cents`;
  const { charges } = await stripe.view();
  const atStripe = charges.filter((charge) => charge.amount_refunded > charge.amount);
  return [...rows, ...atStripe].map(({ id }) => id);
}

/** Ends what is still in progress, as jobs and webhooks would. */
async function comeToRest(subject: Subject): Promise<void> {
  await run("settle", subject);
  // Stripe may make a refund before the shop has heard that an earlier one bounced. The refund can't be posted yet, so
  // its job fails here, and is tried again.
  await Promise.allSettled([run("send", subject)]);
  await follow(subject);
  await run("send", subject);
  await follow(subject);
}

describe("after any events of payments, in any order and at once", () => {
  it("the ledger balances, agrees with Stripe, and refunds no more than was paid", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 4 }), {
          minLength: 1,
          maxLength: 6,
        }),
        async (rounds) => {
          const subject = await paidSubject();
          for (const round of rounds) {
            await Promise.allSettled(round.map((step) => run(step, subject)));
            expect(await overPaid()).toEqual([]);
          }
          await comeToRest(subject);
          expect(await shop.violations()).toEqual([]);
          const ledger = await postedCents(db(), subject.orderId);
          const { data } = await stripe.client().charges.list({ payment_intent: subject.intentId });
          expect(ledger.refunds ?? 0).toBe(data[0]?.amount_refunded);
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
    // The ledger has everything that Stripe moved, and nothing else, so both have the same balance.
    const [available] = (await stripe.client().balance.retrieve()).available;
    expect((await postedCents(db())).stripe_balance ?? 0).toBe(available?.amount);
  });
});
