import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { type Found, searchShop } from "@/lib/operator/search/search-shop";
import { type StaffRole, staffRoles } from "@/lib/people/auth/roles";
import { refreshCustomers } from "@/lib/running/worker/refresh-customers";
import { changeCatalog } from "../../support/catalog";
import { useDatabase } from "../../support/database";
import { disputeFactory, orderFactory, refundFactory } from "../../support/factories";
import { withWatchedConnection } from "../../support/statements";
import { clips } from "../../support/vocabulary";

const { database, db } = useDatabase();

const names = { username: "seafarer.mara", email: "mara.seafarer@harbor-mail.example" };
let orderId = "";

const find = (typed: string, role: StaffRole | null = "owner") => searchShop(db(), role, typed);
const orderIds = async (typed: string) => (await find(typed)).orders.map(({ id }) => id);
const kindsOf = (found: Found) =>
  Object.entries(found).flatMap(([kind, rows]) => (rows.length > 0 ? [kind] : []));

beforeAll(async () => {
  const order = await orderFactory(db(), {
    service: "likes",
    username: names.username,
    data: { email: names.email },
  });
  orderId = order.id;
  await db().paymentAttempt.create({
    data: {
      orderId,
      number: 1,
      params: {},
      status: "paid",
      stripeSessionId: "cs_test_searched",
      paymentIntentId: "pi_3Searched",
      amountCents: 1349,
      currency: "usd",
      expiresAt: new Date(),
      paidAt: new Date(),
    },
  });
  await refundFactory(db(), orderId, { stripeRefundId: "re_3Searched" });
  await db().cardAttempt.create({
    data: { orderId, chargeId: "ch_3Searched", fingerprint: "f", isDeclined: false },
  });
  await disputeFactory(db(), orderId, { stripeDisputeId: "dp_3Searched" });
  await db().fulfillmentItem.create({
    data: {
      orderId,
      position: 0,
      platform: "instagram",
      serviceType: "likes",
      link: "https://www.instagram.com/p/Csearched/",
      targetKey: "instagram:likes:searched",
      quantity: 100,
      state: "completed",
      providerOrderId: "9948213",
      finishedAt: new Date(),
    },
  });
  await db().user.create({ data: { email: names.email, name: "Mara" } });
  await db().supportTicket.create({
    data: { email: names.email, subject: "General Support", message: "Hello", orderId },
  });
  await db().supplier.create({ data: { name: "Lantern Panel", kind: "manual" } });
  await orderFactory(db(), { data: { email: "guest.of.pier@example.com" } });
  await refreshCustomers(db());
});

describe("an order is found by", () => {
  it.each([
    ["an account's name", "seafarer"],
    ["@ and the account", "@seafarer.mara"],
    ["its address", names.email],
    ["the beginning of its address", "mara.sea"],
    ["a part of its address", "ra.seaf"],
    ["the beginning of its domain", "harbor-mail"],
    ["a part of its domain", "bor-mail.ex"],
    ["@ and its domain", "@harbor-mail.example"],
    ["a link of the profile", "https://instagram.com/seafarer.mara"],
    ["a link of the post", "instagram.com/reel/Csearched?igsh=x"],
    ["the supplier's number", "9948213"],
    ["the supplier's number with a hash", "#9948213"],
    ["a payment at Stripe", "pi_3Searched"],
    ["a session at Stripe", "cs_test_searched"],
    ["a refund at Stripe", "re_3Searched"],
    ["a charge at Stripe", "ch_3Searched"],
    ["a dispute at Stripe", "dp_3Searched"],
  ])("%s", async (_, typed) => expect(await orderIds(typed)).toEqual([orderId]));

  it.each([4, 8, 13, 36])("the first %i characters of its number", async (length) => {
    expect(await orderIds(`#${orderId.slice(0, length)}`)).toContain(orderId);
  });

  it("nothing that it does not have", async () => {
    for (const typed of ["pi_3Nothing", "%fare", "https://instagram.com/seafarer", "%", "__", "a"])
      expect(await orderIds(typed), typed).toEqual([]);
  });
});

describe("a search", () => {
  it("finds the customer and the ticket of an address too", async () => {
    const found = await find("mara.seafarer@");
    expect(found.customers).toMatchObject([{ email: names.email, name: "Mara" }]);
    expect(found.tickets).toMatchObject([{ subject: "General Support", status: "open" }]);
  });

  it("finds customers, guests too, and tickets by a part of an address", async () => {
    const found = await find("harbor-ma");
    expect(found.customers).toMatchObject([{ id: expect.any(String), email: names.email, name: "Mara" }]);
    expect(found.tickets).toHaveLength(1);
    expect((await find("of.pier")).customers).toEqual([
      { id: null, email: "guest.of.pier@example.com", name: null },
    ]);
  });

  it("finds an order by the beginning of its address before the next sweep", async () => {
    const { id } = await orderFactory(db(), { data: { email: "just.now@example.com" } });
    expect(await orderIds("just.n")).toEqual([id]);
  });

  it("finds an order's tickets by its number", async () => {
    expect((await find(orderId.slice(0, 8))).tickets).toHaveLength(1);
  });

  it("finds suppliers and services by a part of their name", async () => {
    expect((await find("tern pan")).suppliers).toMatchObject([{ name: "Lantern Panel", isActive: true }]);
    expect((await find("tiktok likes")).services).toMatchObject([{ platform: "tiktok", service: "likes" }]);
  });

  it("finds a service by its platform's name, also where the address has another", async () => {
    await changeCatalog(db(), (document) => ({
      ...document,
      platforms: [...document.platforms, { ...clips, label: "Clip House" }],
    }));
    expect((await find("clip house views")).services).toMatchObject([
      { platform: "clips", service: "views" },
    ]);
  });

  it.each([
    ["owner", ["orders", "customers", "tickets"]],
    ["finance", ["orders", "customers", "tickets"]],
    ["support", ["orders", "customers", "tickets"]],
    ["read_only", ["orders", "customers", "tickets"]],
    ["catalogue", []],
    [null, []],
  ] as const)("shows %s what the role reads", async (role, kinds) => {
    expect(kindsOf(await find("mara.seafarer", role))).toEqual(kinds);
  });

  it("offers a verb only to roles that may do it", async () => {
    const offered = async (typed: string) => {
      const all = await Promise.all(
        staffRoles.map(async (role) => [role, kindsOf(await find(typed, role))] as const),
      );
      return all.flatMap(([role, kinds]) => (kinds.length > 0 ? [role] : []));
    };
    expect(await offered("refund mara.seafarer")).toEqual(["owner", "finance", "support"]);
    expect(await offered("pause lantern")).toEqual(["owner", "finance"]);
  });

  it("finds at most six of a kind, the newest of equal addresses first", async () => {
    const email = `${newId()}@many.example`;
    for (let age = 0; age < 8; age++)
      await orderFactory(db(), { data: { email, createdAt: new Date(Date.now() - age * 1000) } });
    const { orders } = await find(email);
    expect(orders).toHaveLength(6);
    expect(orders.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())).toEqual(orders);
  });
});

it("each meaning of a search reads an index, so that it stays quick with many orders", async () => {
  await withWatchedConnection(database.current.url, async (watched) => {
    for (const typed of ["1a2b3c4d", "mara", "instagram.com/p/Cabcde", "pi_3Abcdef", "re_3Abcdef"]) {
      await searchShop(watched.db, "owner", typed);
    }
    const client = await watched.pool.connect();
    const statements = watched.statements().filter((text) => /DISTINCT ON/.test(text));
    expect(statements.length).toBeGreaterThan(8);
    await client.query("SET enable_seqscan = off");
    const plans: string[] = [];
    for (const statement of statements) {
      const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${statement}`);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    client.release();
    expect(plans.join("\n")).not.toContain("Seq Scan");
    for (const index of [
      "orders_pkey",
      "orders_by_email",
      "orders_by_username",
      "fulfillment_items_by_link",
      "fulfillment_items_by_provider_order",
      "tickets_by_email",
      "customer_sums_by_email",
      "customer_sums_by_part",
    ])
      expect(plans.join("\n"), index).toContain(index);
  });
});
