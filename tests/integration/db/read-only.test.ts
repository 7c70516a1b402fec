import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { authenticate } from "@/lib/customers/authenticate";
import { connect, getConnection } from "@/lib/db/client";
import { isDatabaseOutage } from "@/lib/db/errors";
import { openTicket } from "@/lib/support/open-ticket";
import { storeEvents } from "@/lib/webhooks/stripe/store-events";
import { accountDeps } from "../../support/accounts";
import { errorOf } from "../../support/database";
import { customerFactory } from "../../support/factories";
import { useHandlers } from "../../support/handlers";
import { orderBody, type PlacedOrder, useShopAtStripe } from "../../support/shop";
import { useSocial } from "../../support/social";
import { receiveEvent, useWebhookHandler } from "../../support/stripe-webhooks";

// A database is read-only after a failover to a standby that was not promoted, or when an operator has stopped writes
// because the disk is full.

const { database, db, stripe, shop } = useShopAtStripe();
const social = useSocial(database);
const handlers = useHandlers(database, social, () => ({ STRIPE_API_BASE: stripe.url }));
const webhook = useWebhookHandler((request) =>
  receiveEvent(stripe, request, (event) => storeEvents(getConnection().db, [event])),
);

let paid: PlacedOrder;
let customer: { id: string; email: string };

/** Makes new sessions read-only, or writable again, and ends the shop's sessions so that they begin again. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  const name = pg.escapeIdentifier(new URL(database.current.url).pathname.slice(1));
  await client.query(
    `ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly ? "on" : "off"}`,
  );
  await client.end();
  await handlers.proxy.cut();
  await handlers.proxy.restore();
}

beforeAll(async () => {
  customer = await customerFactory(db());
  paid = await shop.placeAndPay();
  await setReadOnly(true);
});
afterAll(() => setReadOnly(false));

const away = { error: { code: "database_unavailable", message: "Database error. Please try again later." } };

describe("a read-only database", () => {
  it("makes create-order answer 503 and when to try again", async () => {
    const answer = await handlers.call("create-order", orderBody());
    expect(answer).toMatchObject({ status: 503, json: away });
    expect(answer.headers.get("retry-after")).toBe("5");
  });

  it("makes verify-payment answer 503, and the payment is settled once it can be written", async () => {
    const body = { sessionId: paid.sessionId };
    expect(await handlers.call("verify-payment", body)).toMatchObject({ status: 503, json: away });
    await setReadOnly(false);
    expect(await handlers.call("verify-payment", body)).toMatchObject({
      status: 200,
      json: { success: true },
    });
    await setReadOnly(true);
  });

  it("makes webhooks answer 503, so that Stripe delivers them again", async () => {
    const placed = await shop.placeAndPay();
    await stripe.deliverTo(webhook.url);
    const event = (await stripe.eventsOf(placed.sessionId)).find(({ type }) => type.endsWith("completed"));
    await stripe.control(`/redeliver/${event?.id}`, { times: 1, ageSeconds: 0 });
    await expect.poll(() => webhook.answers).toContainEqual({ status: 503, body: away });
  });

  it("makes signing in and opening a ticket fail as an outage", async () => {
    const connection = connect(handlers.proxy.url, 2);
    const errors = await Promise.all(
      [
        authenticate(accountDeps({ ...database.current, ...connection }), {
          email: customer.email,
          password: "quiet-harbour-9",
          address: "203.0.113.9",
          device: null,
        }),
        openTicket(connection.db, {
          caller: { userId: customer.id, email: customer.email },
          kind: "support",
          orderReference: "",
          message: "Where is it?",
        }),
      ].map(errorOf),
    );
    for (const error of errors) expect(isDatabaseOutage(error), String(error)).toBe(true);
    await connection.close();
  });

  it("makes health red, with its name", async () => {
    const { GET } = await import("@/app/api/health/route");
    const response = await GET();
    expect(response.status).toBe(503);
    expect((await response.json()).problems).toContain("database: read-only");
  });
});
