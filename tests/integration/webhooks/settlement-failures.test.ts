import Stripe from "stripe";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { receiveStripeEvent } from "@/app/_server/stripe-webhook";
import type { Connection } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { useDatabase } from "../../support/database";
import { checkInvariants } from "../../support/invariants";
import { holdOrder } from "../../support/payments-gate";
import { useShop } from "../../support/payments-shop";
import { type WatchedConnection, withWatchedConnection } from "../../support/payments-statements";
import { useStripe, webhookSecret } from "../../support/payments-stripe";

const database = useDatabase();
const stripe = useStripe();
const shop = useShop(database, stripe);

const deliver = (connection: Connection, sessionId: string, eventId = `evt_${newId()}`) => {
  const payload = JSON.stringify({
    id: eventId,
    object: "event",
    type: "checkout.session.completed",
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: sessionId, object: "checkout.session" } },
  });
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  const request = new Request("http://127.0.0.1:3000/api/webhooks/stripe", {
    method: "POST",
    headers: { "stripe-signature": header },
    body: payload,
  });
  const deps = { ...shop.deps(), db: connection.db };
  return receiveStripeEvent(request, stripe.client(), webhookSecret, deps);
};

const watched = <T>(work: (connection: WatchedConnection) => Promise<T>, cutAt?: number) =>
  withWatchedConnection(database.current.url, work, cutAt);

const invariants = () => checkInvariants(database.current.db, { stripeControl: `${stripe.url}/_control` });

// The first settlement of a process loads code and plans; it is not the one to be counted or cut.
beforeAll(async () => {
  const { sessionId } = await shop.placeAndPay();
  await deliver(database.current, sessionId);
});
afterEach(async () => {
  expect(await invariants()).toEqual([]);
});

describe("a delivery", () => {
  it("settles a payment in at most 8 statements", async () => {
    const { sessionId } = await shop.placeAndPay({ username: "lucarows" });
    await watched(async (connection) => {
      expect((await deliver(connection, sessionId)).status).toBe(200);
      const statements = connection.statements();
      expect(statements.length, statements.join("\n---\n")).toBeLessThanOrEqual(8);
    });
  });

  it("repeated costs one statement", async () => {
    const { sessionId } = await shop.placeAndPay();
    const event = `evt_${newId()}`;
    await deliver(database.current, sessionId, event);
    await watched(async (connection) => {
      await deliver(connection, sessionId, event);
      expect(connection.statements()).toHaveLength(1);
    });
  });

  it("cut off at any of its statements is answered 5xx, leaves nothing half-written, and the next one settles", async () => {
    const { sessionId: probe } = await shop.placeAndPay();
    const total = await watched(async (connection) => {
      await deliver(connection, probe);
      return connection.all().length;
    });
    expect(total).toBeGreaterThan(6);
    for (let cut = 1; cut <= total; cut++) {
      const { orderId, sessionId } = await shop.placeAndPay();
      const event = `evt_${newId()}`;
      await watched(async (connection) => {
        const response = await deliver(connection, sessionId, event);
        expect(response.status, connection.all()[cut - 1]).toBeGreaterThanOrEqual(500);
        expect(await response.text()).not.toMatch(/select|insert|prisma|postgres|at \//i);
      }, cut);
      const isSettled = (await shop.order(orderId)).status === "processing";
      // Before the commit nothing of it is there; after it all of it is, and only the event's own row is missing.
      expect([cut, isSettled]).toEqual([cut, cut === total]);
      const unsettled = { invariant: "I3", what: expect.stringContaining(`session ${sessionId} `) };
      expect(await invariants()).toEqual(isSettled ? [] : [unsettled]);
      expect((await deliver(database.current, sessionId, event)).status).toBe(200);
      expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
      expect(await shop.jobs(orderId)).toContain("mail");
    }
  });

  it("whose database goes down while it waits for a lock is answered 5xx and settled by the next one", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const gate = await holdOrder(database.current, orderId);
    const event = `evt_${newId()}`;
    await watched(async (connection) => {
      const cut = deliver(connection, sessionId, event);
      await gate.waiting(1);
      await gate.terminateWaiters();
      expect((await cut).status).toBe(503);
    });
    await gate.release();
    expect(await shop.order(orderId)).toMatchObject({
      status: "pending",
      items: [],
      attempts: [{ status: "open" }],
    });
    expect((await deliver(database.current, sessionId, event)).status).toBe(200);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("whose last write is refused leaves nothing behind: no items, no mail, no job, no line in the timeline", async () => {
    const { orderId, sessionId } = await shop.placeAndPay({ username: "warmcrumbs" });
    const { db } = database.current;
    await db.$executeRawUnsafe(`
      CREATE FUNCTION refuse_items() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$`);
    await db.$executeRaw`
      CREATE TRIGGER refuse_items BEFORE UPDATE ON fulfillment_items FOR EACH ROW EXECUTE FUNCTION refuse_items()`;
    const event = `evt_${newId()}`;
    const response = await deliver(database.current, sessionId, event);
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: { code: "internal", message: "An unexpected error occurred. Please try again." } },
    ]);
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ status: "pending", paidCents: 0, items: [], fulfillment: null });
    expect(order.events.map((line) => line.type)).toEqual(["order.created"]);
    expect(await db.emailLog.count({ where: { orderId } })).toBe(0);
    expect(await db.stripeEvent.count({ where: { id: event } })).toBe(0);
    await db.$executeRaw`DROP TRIGGER refuse_items ON fulfillment_items`;
    expect((await deliver(database.current, sessionId, event)).status).toBe(200);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });
});
