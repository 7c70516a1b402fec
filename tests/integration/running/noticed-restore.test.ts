import { describe, expect, it } from "vitest";
import { checkDatabase } from "@/lib/base/quarantine/check-database";
import { rememberMark } from "@/lib/base/quarantine/database-mark";
import { endQuarantine, findQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { hour, minute } from "@/lib/base/time/time";
import { sendRefund } from "@/lib/money/refunds/send-refund";
import { syncRefunds } from "@/lib/money/refunds/sync-refunds";
import { checkStripe } from "@/lib/running/recovery/read-stripe";
import { endAfterPromotion, recover } from "@/lib/running/recovery/recover";
import { codeOf } from "../../support/database";
import { byOps } from "../../support/factories";
import { useRestorableShop } from "../../support/restorable-shop";

const { database, db, stripe, shop, submit, deps, markFile, verify, verifyElsewhere, ...at } =
  useRestorableShop();
const { addCalls, paidItem, shopAtWork, stateOf } = at;

/** Makes the quarantine and the orders before it older, by a day if nothing else is said. */
async function age(by = "1 day") {
  await db().$executeRaw`UPDATE orders SET created_at = created_at - ${by}::interval`;
  await db().$executeRaw`
    UPDATE shop_state SET quarantine_since = quarantine_since - ${by}::interval, agreed_until = agreed_until - ${by}::interval`;
}

describe("a database that went back is noticed", () => {
  it("by its identity, in a process that remembers no mark", async () => {
    await shopAtWork();
    await database.copy();
    await database.restore();
    await verifyElsewhere();
    expect((await findQuarantine(db()))?.reason).toContain("another database");
  });

  it("by a missing mark, in a process that was running meanwhile, and in one that finds the file", async () => {
    await shopAtWork();
    await database.copy();
    await verify();
    await database.restoreDisk();
    await verify();
    expect((await findQuarantine(db()))?.reason).toContain("mark");

    await database.restoreDisk();
    rememberMark(null);
    await verify();
    expect((await findQuarantine(db()))?.reason).toContain("mark");
  });

  it("by Stripe's newest sessions, on a machine without any mark", async () => {
    await shopAtWork();
    await database.copy();
    await shop.place({ username: "lucarows" });
    await database.restoreDisk();
    await verifyElsewhere();
    expect(await findQuarantine(db())).toBeNull();
    await checkStripe(deps());
    expect((await findQuarantine(db()))?.reason).toContain("cs_test");
  });

  it("later, when Stripe hangs: the look at its newest sessions ends without an answer", async () => {
    await shopAtWork();
    await stripe.faults({ delayMs: 600_000 });
    await checkStripe({ ...deps(), stripe: stripe.client(600_000) }, 100);
    expect(await findQuarantine(db())).toBeNull();
    await stripe.heal();
  });

  it("by a refund with the shop's mark, when Stripe reports it", async () => {
    await shopAtWork();
    const paid = await paidItem("lucarows");
    const { orderId, sessionId } = paid;
    await database.copy();
    const { refundId } = await shop.refund(orderId);
    await sendRefund({ db: db(), stripe: stripe.client() }, refundId);
    await database.restoreDisk();
    await verifyElsewhere();
    await shop.settle(sessionId);
    expect(await findQuarantine(db())).toBeNull();
    await syncRefunds(deps(), paid.paymentIntentId);
    expect((await findQuarantine(db()))?.reason).toContain("refund");
    expect((await shop.order(orderId)).refunds).toMatchObject([{ id: refundId, amountCents: 229 }]);
  });

  it("once: after the release, neither old marks nor the old identity begin a new quarantine", async () => {
    await shopAtWork();
    await database.copy();
    await verify();
    await database.restore();
    await verifyElsewhere();
    await recover(deps(), byOps);
    rememberMark(null);
    await verify();
    await checkStripe(deps());
    expect(await findQuarantine(db())).toBeNull();
  });

  it("but a restart, another process, or a shop made again under the same name begins no quarantine", async () => {
    await shopAtWork();
    rememberMark(null);
    await verify();
    await verifyElsewhere();
    await db().$executeRaw`UPDATE shop_state SET shop_id = gen_random_uuid()`;
    await db().$executeRaw`DELETE FROM database_marks`;
    rememberMark(null);
    await verify();
    await checkStripe(deps());
    expect(await findQuarantine(db())).toBeNull();
  });
});

describe("an unpaid session without its order", () => {
  it("begins no quarantine once retention may have deleted the order", async () => {
    await shopAtWork();
    await database.copy();
    await shop.place({ username: "lucarows" });
    await database.restoreDisk();
    await verifyElsewhere();
    await db().$executeRaw`UPDATE payment_attempts SET created_at = created_at - interval '60 days'`;
    const client = stripe.client();
    const listAged = async function* () {
      for await (const session of client.checkout.sessions.list({ limit: 100 }))
        yield { ...session, created: session.created - 30 * 86_400 };
    };
    const aged = Object.create(client, { checkout: { value: { sessions: { list: listAged } } } });
    await checkStripe({ ...deps(), stripe: aged });
    expect(await findQuarantine(db())).toBeNull();
    await checkStripe(deps());
    expect(await findQuarantine(db())).not.toBeNull();
  });
});

describe("two shops on one Stripe account", () => {
  it("leave each other's sessions and refunds alone", async () => {
    await shopAtWork();
    await database.copy();
    const { sessionId } = await shop.placeAndPay({ username: "lucarows" });
    await database.restoreDisk();
    // Another shop's mark now: the current shop's database never had this order.
    await db().$executeRaw`UPDATE shop_state SET shop_id = gen_random_uuid()`;
    await verifyElsewhere();
    expect(await shop.settle(sessionId)).toMatchObject({ kind: "foreign" });
    await checkStripe(deps());
    expect(await findQuarantine(db())).toBeNull();
  });
});

describe("a process that does not know the database", () => {
  const elsewhere = () => verifyElsewhere(0);

  it("sends nothing, and begins the quarantine when no process that knows it marks it: it may be a copy", async () => {
    await shopAtWork();
    const { itemId } = await paidItem("lucarows");
    await database.copy();
    await submit(itemId);
    await database.restoreDisk();

    expect(await verifyElsewhere()).toBe(false);
    expect(await findQuarantine(db())).toBeNull();
    // The processes of a copy learn nothing from each other.
    expect(await verifyElsewhere()).toBe(false);
    expect(await elsewhere()).toBe(true);
    expect((await findQuarantine(db()))?.reason).toContain("may be a copy");
    await submit(itemId);
    expect(await addCalls()).toBe(2);
    await age();
    expect(await endAfterPromotion(deps(), hour)).toBe(false);
  });

  it("learns it from a process that marks it meanwhile", async () => {
    await shopAtWork();
    rememberMark(null);
    const check = () => checkDatabase(db(), `${markFile()}.elsewhere`);
    expect(await check()).toBe(false);
    expect(await check()).toBe(false);
    await db().$executeRaw`UPDATE database_marks SET beat = beat + 1, at = now()`;
    expect(await check()).toBe(true);
    expect(await findQuarantine(db())).toBeNull();
  });

  it("knows it once an operator has ended the quarantine", async () => {
    await shopAtWork();
    expect(await elsewhere()).toBe(true);
    expect(await recover(deps(), byOps, { isComplete: true })).not.toBeNull();
    expect(await elsewhere()).toBe(true);
    expect(await findQuarantine(db())).toBeNull();
  });
});

describe("a standby that was promoted", () => {
  /** The database as it is after a promotion: a timeline later than the one it was known by. */
  const promote = () =>
    db()
      .$executeRaw`UPDATE shop_state SET identity = regexp_replace(identity, '/[0-9A-F]{8}/', '/00000000/')`;
  const commitsWait = () => db().$executeRaw`UPDATE database_marks SET waits_for_standby = true`;

  it("ends the quarantine by itself, but not before calls of the lost timeline have ended", async () => {
    await shopAtWork();
    const { itemId } = await paidItem("lucarows");
    await commitsWait();
    await promote();
    await submit(itemId);
    await verify();
    expect((await findQuarantine(db()))?.reason).toContain("standby");
    await submit(itemId);
    expect(await addCalls()).toBe(1);
    expect(await endAfterPromotion(deps(), minute)).toBe(false);
    await age("179 seconds");
    expect(await endAfterPromotion(deps(), minute)).toBe(false);
    await age("2 seconds");
    expect(await endAfterPromotion(deps(), minute)).toBe(true);
    await submit(itemId);
    expect([await stateOf(itemId), await addCalls()]).toEqual(["submitted", 2]);
  });

  it("leaves nothing to an operator when several processes notice it at the same moment", async () => {
    await shopAtWork();
    const { itemId } = await paidItem("lucarows");
    await commitsWait();
    await promote();
    const noticed = await db().$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM shop_state FOR UPDATE`;
        const both = [verify(), verify()];
        // Not by the transaction, which would see the same activity each time.
        const waiting = () => db().$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        // Each has read the old state.
        await expect.poll(async () => (await waiting()).length, { timeout: 8_000 }).toBe(2);
        return () => Promise.all(both);
      },
      { timeout: minute },
    );
    await noticed();
    await age();
    expect(await endAfterPromotion(deps(), minute)).toBe(true);
    await submit(itemId);
    expect([await stateOf(itemId), await addCalls()]).toEqual(["submitted", 2]);
  });

  it("leaves what the primary may have sent last to an operator, when commits did not wait for the standby", async () => {
    await shopAtWork();
    const { itemId } = await paidItem("lucarows");
    await promote();
    await verify();
    await age();
    expect(await endAfterPromotion(deps(), minute)).toBe(true);
    await submit(itemId);
    expect(await addCalls()).toBe(1);
    expect(await shop.order((await paidItem("luma.ceramics")).orderId)).toMatchObject({
      status: "processing",
    });
    expect(await db().fulfillmentItem.findUnique({ where: { id: itemId } })).toMatchObject({
      state: "unknown",
      reason: "database_restored",
      reviewSince: expect.any(Date),
    });
  });

  it("leaves the end to an operator while Stripe has something that is not here", async () => {
    await shopAtWork();
    await database.copy();
    await shop.place({ username: "lucarows" });
    await database.restoreDisk();
    await promote();
    await verify();
    await age();
    expect(await endAfterPromotion(deps(), minute)).toBe(false);
    expect(await codeOf(recover(deps(), byOps, { isComplete: true }))).toBe("conflict");
    expect(await findQuarantine(db())).not.toBeNull();
  });

  it("leaves the end to an operator after a loss was seen, also one that was put right since", async () => {
    await shopAtWork();
    await database.copy();
    const { sessionId } = await shop.placeAndPay({ username: "lucarows" });
    await database.restoreDisk();
    await promote();
    await verify();
    await shop.settle(sessionId);
    await age();
    expect(await endAfterPromotion(deps(), minute)).toBe(false);
    const quarantine = await findQuarantine(db());
    expect(quarantine?.reason).toContain(sessionId);
    // An end that was prepared before the loss was seen.
    expect(await endQuarantine(db(), quarantine?.since ?? new Date(0), { onlyPromotion: true })).toBe(false);
  });

  it("leaves the end to an operator when no process has lived through it: a copy can be promoted too", async () => {
    await shopAtWork();
    await promote();
    rememberMark(null);
    await verify();
    await age();
    expect(await endAfterPromotion(deps(), minute)).toBe(false);
    expect(await findQuarantine(db())).not.toBeNull();
  });

  it("again, restarts the quarantine, and a release that was prepared before is refused", async () => {
    await shopAtWork();
    await promote();
    await verify();
    await age();
    const first = await findQuarantine(db());
    await promote();
    expect(await codeOf(recover(deps(), byOps))).toBe("conflict");
    await verify();
    expect((await findQuarantine(db()))?.since.getTime()).toBeGreaterThan(first?.since.getTime() ?? 0);
    expect(await endAfterPromotion(deps(), minute)).toBe(false);
  });
});
