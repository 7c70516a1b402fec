import { describe, expect, it } from "vitest";
import { rememberMark } from "@/lib/quarantine/database-mark";
import { findQuarantine } from "@/lib/quarantine/start-quarantine";
import { checkStripe } from "@/lib/recovery/read-stripe";
import { recover, releaseIfNothingIsLost } from "@/lib/recovery/recover";
import { sendRefund } from "@/lib/refunds/send-refund";
import { syncRefunds } from "@/lib/refunds/sync-refunds";
import { byOps } from "../../support/factories";
import { useRestorableShop } from "../../support/restorable-shop";

const { database, db, stripe, shop, submit, deps, verify, verifyElsewhere, ...at } = useRestorableShop();
const { addCalls, paidItem, shopAtWork, stateOf } = at;

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
    await syncRefunds(deps(), paid);
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

describe("a standby that had everything", () => {
  it("is released without an operator when nothing is found to be lost", async () => {
    await shopAtWork();
    await db().$executeRaw`UPDATE shop_state SET identity = identity || ' of the primary'`;
    await verify();
    expect((await findQuarantine(db()))?.reason).toContain("standby");
    const { itemId } = await paidItem("lucarows");
    await submit(itemId);
    expect(await addCalls()).toBe(1);
    expect(await releaseIfNothingIsLost(deps())).toBe(true);
    await submit(itemId);
    expect(await stateOf(itemId)).toBe("submitted");
  });

  it("stays in quarantine while something is found to be lost", async () => {
    await shopAtWork();
    await database.copy();
    await shop.place({ username: "lucarows" });
    await database.restore();
    await verify();
    expect(await releaseIfNothingIsLost(deps())).toBe(false);
    expect(await findQuarantine(db())).not.toBeNull();
  });
});
