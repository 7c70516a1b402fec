import { beforeAll, describe, expect, it } from "vitest";
import type { Connection } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { handleEvent } from "@/lib/money/webhooks/event-handlers";
import { storeEvents } from "@/lib/money/webhooks/store-events";
import { useShopAtStripe } from "../../support/shop";
import { type WatchedConnection, withWatchedConnection } from "../../support/statements";
import { eventRows, receiveEvent, sessionEvent, signedRequest } from "../../support/stripe-webhooks";

const { database, db, stripe, shop } = useShopAtStripe();
const { keptEvents, waitingJobs } = eventRows(database);

/** Delivers an event up to the answer: it is stored, but not yet handled. */
const deliver = (connection: Connection, sessionId: string, id: string) =>
  receiveEvent(stripe, signedRequest({ ...sessionEvent(sessionId), id }), (received) =>
    storeEvents(connection.db, [received]),
  );

/** Runs the event's job. */
const handle = (connection: Connection, eventId: string) =>
  handleEvent({ ...shop.deps(), db: connection.db }, eventId);

/** A paid order whose event is stored, but not yet handled. */
async function stored(changes: object = {}) {
  const { orderId, sessionId } = await shop.placeAndPay(changes);
  const event = `evt_${newId()}`;
  expect((await deliver(database.current, sessionId, event)).status).toBe(200);
  return { orderId, sessionId, event };
}

const watched = <T>(work: (connection: WatchedConnection) => Promise<T>, cutAt?: number) =>
  withWatchedConnection(database.current.url, work, cutAt);

// The first settlement of a process loads code and plans, so it is neither counted nor cut.
beforeAll(async () => {
  await handle(database.current, (await stored()).event);
});
shop.checkAfterEach();

describe("a delivery", () => {
  it("costs one statement, repeated or not", async () => {
    const { sessionId } = await shop.placeAndPay();
    const event = `evt_${newId()}`;
    await watched(async (connection) => {
      await deliver(connection, sessionId, event);
      await deliver(connection, sessionId, event);
      expect(connection.statements()).toHaveLength(2);
    });
    await handle(database.current, event);
  });

  it("cut off at its statement is answered 5xx and stores nothing; the next one is stored with its job", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const event = `evt_${newId()}`;
    await watched(async (connection) => {
      const response = await deliver(connection, sessionId, event);
      expect(response.status).toBe(503);
      expect(await response.text()).not.toMatch(/select|insert|prisma|postgres|at \//i);
    }, 1);
    expect(await keptEvents(event)).toEqual([]);
    expect(await waitingJobs(event)).toEqual([]);
    await deliver(database.current, sessionId, event);
    expect(await waitingJobs(event)).toHaveLength(1);
    await handle(database.current, event);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });
});

describe("a stored event", () => {
  it("cut off at any of its statements leaves nothing half-written, and its next run settles", async () => {
    const { event: probed } = await stored();
    const total = await watched(async (connection) => {
      await handle(connection, probed);
      return connection.all().length;
    });
    expect(total).toBeGreaterThan(6);
    for (let cut = 1; cut <= total; cut++) {
      const { orderId, sessionId, event } = await stored();
      await watched(
        (connection) => expect(handle(connection, event), `statement ${cut}`).rejects.toThrow(),
        cut,
      );
      const isFinal = (await shop.order(orderId)).status === "processing";
      // Cut before the commit, nothing of the settlement is stored; cut after it, only the event's outcome is missing.
      expect([cut, isFinal]).toEqual([cut, cut === total]);
      const unsettled = { invariant: "I3", what: expect.stringContaining(`session ${sessionId} `) };
      expect(await shop.violations()).toEqual(isFinal ? [] : [unsettled]);
      await handle(database.current, event);
      expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
      expect(await shop.jobs(orderId)).toContain("mail");
    }
  });

  it("whose last write is refused leaves nothing behind: no items, no mail, no job, no timeline event", async () => {
    const { orderId, event } = await stored({ username: "warmcrumbs" });
    await db().$executeRawUnsafe(`
      CREATE FUNCTION refuse_items() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$`);
    await db().$executeRaw`
      CREATE TRIGGER refuse_items BEFORE UPDATE ON fulfillment_items FOR EACH ROW EXECUTE FUNCTION refuse_items()`;
    await expect(handle(database.current, event)).rejects.toThrow("disk full");
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ status: "pending", paidCents: 0, items: [], fulfillment: null });
    expect(order.events.map(({ type }) => type)).toEqual(["order.created"]);
    expect(await db().emailLog.count({ where: { orderId } })).toBe(0);
    expect(await db().stripeEvent.findUnique({ where: { id: event } })).toMatchObject({ outcome: null });
    await db().$executeRaw`DROP TRIGGER refuse_items ON fulfillment_items`;
    await handle(database.current, event);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });
});
