import { type Connection, connect } from "@/lib/base/db/client";
import { newToken } from "@/lib/base/ids";
import { startChild } from "@/lib/local/child";
import { localEnv } from "@/lib/local/local-env";
import { checkInvariants } from "../support/invariants";
import { orderBody, payAt, sessionIdOf } from "../support/purchase";
import { newEmail } from "./journey";
import { shopUnderTest } from "./local-shop";
import { type SideShop, sideSecret, startSideShop } from "./side-shop";
import { type APIRequestContext, expect, test } from "./test";

// A web process that is killed, loses its database, gets invalid requests, or lacks configuration.
test.describe.configure({ mode: "default" });

const port = shopUnderTest.port + 80;
const origin = `http://127.0.0.1:${port}`;
test.use({ baseURL: origin });

let shop: SideShop;
let database: Connection;
test.beforeAll(async () => {
  shop = await startSideShop(port, { RATE_LIMIT_SCALE: "20" });
  database = connect(shop.databaseUrl, 4);
});
test.afterAll(async () => {
  await database?.close();
  await shop?.stop();
});

const witnesses = () => ({ stripeControl: `${shop.stripeUrl}/_control` });
const ordersOf = (email: string) =>
  database.db.order.findMany({ where: { email }, include: { attempts: true } });

type Placed = { url: string; orderId: string };

/** A buyer's click: the same body and key each time. */
function newClick(request: APIRequestContext) {
  const email = newEmail();
  const headers = { "idempotency-key": `click-${newToken()}`, origin };
  const data = orderBody({ username: "warmcrumbs", email });
  return { email, send: () => request.post("/api/functions/create-order", { data, headers }) };
}

/** Retries until it succeeds, like a buyer; every other answer must ask to try again. */
async function untilGood(send: () => ReturnType<APIRequestContext["post"]>): Promise<unknown> {
  let good: unknown = null;
  await expect
    .poll(async () => {
      const answer = await send().catch(() => null);
      if (answer === null) return "no answer";
      if (answer.ok()) good = await answer.json();
      else expect(await answer.json()).toMatchObject({ error: { code: "database_unavailable" } });
      return answer.status();
    })
    .toBe(200);
  return good;
}

const verify = (request: APIRequestContext, sessionId: string) =>
  request.post("/api/functions/verify-payment", { data: { sessionId }, headers: { origin } });

async function payOnPage({ url }: Placed): Promise<string> {
  expect(await payAt(url)).toBe(303);
  return sessionIdOf(url);
}

test("a process killed between its commit and its answer leaves an order that the buyer's next click finds", async ({
  request,
}) => {
  const click = newClick(request);
  // The order is committed before Stripe is called, and Stripe is slow here.
  await shop.stripe({ delayMs: 8_000 });
  const unanswered = click.send().then(
    (answer) => `answered with ${answer.status()}`,
    () => "no answer",
  );
  await expect.poll(async () => (await ordersOf(click.email)).length).toBe(1);
  await shop.replaceWeb("SIGKILL");
  expect(await unanswered).toBe("no answer");
  await shop.stripe({});
  const placed = (await untilGood(click.send)) as Placed;
  const orders = await ordersOf(click.email);
  expect(orders).toMatchObject([{ id: placed.orderId, attempts: [{ number: 1, status: "open" }] }]);
  const verified = await verify(request, await payOnPage(placed));
  expect(await verified.json()).toMatchObject({ success: true });
  expect(await checkInvariants(database.db, witnesses())).toEqual([]);
});

test("a process that is told to stop answers what it has begun, however long Stripe takes", async ({
  request,
}) => {
  const click = newClick(request);
  await shop.stripe({ delayMs: 5_000 });
  const sent = click.send();
  await expect.poll(async () => (await ordersOf(click.email)).length).toBe(1);
  await shop.replaceWeb("SIGTERM");
  expect((await sent).status()).toBe(200);
  await shop.stripe({});
});

test("a process whose database goes down during fifty checkouts and during their payments makes fifty orders", async ({
  request,
}) => {
  const clicks = Array.from({ length: 50 }, () => newClick(request));
  const emails = clicks.map((click) => click.email);
  const placing = Promise.all(clicks.map((click) => untilGood(click.send)));
  const placed = () => database.db.order.count({ where: { email: { in: emails } } });
  await expect.poll(placed).toBeGreaterThan(3);
  await shop.cutDatabase();
  await shop.restoreDatabase();
  const orders = (await placing) as Placed[];
  expect(new Set(orders.map((order) => order.orderId)).size).toBe(50);
  expect(await placed()).toBe(50);

  const sessions = await Promise.all(orders.map(payOnPage));
  const verifying = Promise.all(sessions.map((sessionId) => untilGood(() => verify(request, sessionId))));
  const paid = () => database.db.order.count({ where: { email: { in: emails }, status: "processing" } });
  await expect.poll(paid).toBeGreaterThan(3);
  await shop.cutDatabase();
  await shop.restoreDatabase();
  await verifying;
  expect(await paid()).toBe(50);
  expect(await database.db.fulfillmentItem.count({ where: { order: { email: { in: emails } } } })).toBe(50);
  expect(await checkInvariants(database.db, witnesses())).toEqual([]);
});

test("a process without its configuration refuses to start, and names what is missing", async () => {
  const missing = ["STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY", "SHOP_SECRET", "DATABASE_URL"];
  const env = localEnv(port + 10, shop.databaseUrl, sideSecret);
  for (const name of missing) env[name] = "";
  const web = startChild("shop", [`${shopUnderTest.distDir}/entry/server.mjs`], env, () => undefined);
  const code = await new Promise((resolve) => web.process.once("exit", resolve));
  expect(code).toBe(1);
  const problems = web.output().match(/^.*"level":60.*$/gm);
  expect(problems).toHaveLength(missing.length);
  expect(missing.filter((name) => !problems?.some((line) => line.includes(`${name} is missing`)))).toEqual(
    [],
  );
});
