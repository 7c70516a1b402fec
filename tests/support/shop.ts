import { afterEach, expect } from "vitest";
import type { Database } from "@/lib/base/db/client";
import { newId, newToken } from "@/lib/base/ids";
import { type CreateOrderDeps, createOrder, type OrderCaller } from "@/lib/buyer/checkout/create-order";
import { type CreateOrderInput, createOrderSchema } from "@/lib/buyer/checkout/create-order-schema";
import { openCheckout } from "@/lib/buyer/checkout/open-checkout";
import { startSocial } from "@/lib/local/social/start";
import { settlePayment } from "@/lib/money/payments/settle-payment";
import { type RefundOrderInput, refundOrder } from "@/lib/money/refunds/refund-order";
import type { RefundReason } from "@/lib/money/refunds/refund-reasons";
import { requestRefund } from "@/lib/money/refunds/request-refund";
import { sendRefund } from "@/lib/money/refunds/send-refund";
import { closeOrders, type FinalStatus } from "@/lib/orders/order/close-order";
import { type TestDatabase, useDatabase } from "./database";
import { useEmulator } from "./emulator";
import { byOps, setItems } from "./factories";
import { checkInvariants } from "./invariants";
import { orderBody, sessionIdOf } from "./purchase";
import { providerAt } from "./social";
import { type StripeFixture, useStripe } from "./stripe";
import { testSecret } from "./test-env";

export { orderBody, sessionIdOf };

/** The shop's own origin in tests. */
export const origin = "http://127.0.0.1:3000";

/** The body parsed as the handler parses it. Throws where the handler answers 400. */
export function orderInput(changes: object = {}): CreateOrderInput {
  return createOrderSchema.parse(orderBody(changes));
}

/** A new guest, whose requests are never taken for another guest's. */
export function newGuest(): OrderCaller {
  const guestKey = newToken();
  return {
    userId: null,
    guestKey,
    network: null,
    locale: "en",
    scopes: [`guest:${guestKey}`, "address:203.0.113.7"],
  };
}

export type PlacedOrder = { orderId: string; token: string; url: string; sessionId: string };
export type PaidOrder = PlacedOrder & { attemptId: string; paymentIntentId: string };

/**
 * The purchase up to the payment page, on a real database and the emulators. Call it after useDatabase() and
 * useStripe(); use what it returns inside tests only.
 */
export function useShop(database: { readonly current: TestDatabase }, stripe: StripeFixture) {
  const social = useEmulator(() => startSocial({ port: 0 }));
  const deps = (changes: Partial<CreateOrderDeps> = {}): CreateOrderDeps => {
    const { db } = database.current;
    const now = changes.now ?? new Date();
    return {
      db,
      stripe: stripe.client(),
      social: { db, provider: providerAt(social.url()), now },
      origin,
      now,
      screening: { secret: testSecret, scale: 1_000 },
      ...changes,
    };
  };
  const create = (
    changes: object = {},
    caller = newGuest(),
    idempotencyKey: string | null = null,
    depsChanges: Partial<CreateOrderDeps> = {},
  ) => createOrder(deps(depsChanges), orderInput(changes), caller, idempotencyKey);
  const place = async (changes: object = {}, idempotencyKey: string | null = null): Promise<PlacedOrder> => {
    const created = await create(changes, newGuest(), idempotencyKey);
    return {
      orderId: created.orderId,
      token: created.orderUrl.replace("/order/", ""),
      url: created.url,
      sessionId: sessionIdOf(created.url),
    };
  };

  const placeAndPay = async (changes: object = {}): Promise<PlacedOrder> => {
    const placed = await place(changes);
    const status = await stripe.pay(placed.sessionId);
    if (status !== 303) throw new Error(`the payment page answered ${status}`);
    return placed;
  };
  const settle = (sessionId: string) => settlePayment(deps(), sessionId);
  const placePaid = async (changes: object = {}): Promise<PaidOrder> => {
    const placed = await placeAndPay(changes);
    await settle(placed.sessionId);
    const attempt = await database.current.db.paymentAttempt.findUniqueOrThrow({
      where: { stripeSessionId: placed.sessionId },
    });
    return { ...placed, attemptId: attempt.id, paymentIntentId: attempt.paymentIntentId ?? "" };
  };
  /**
   * A second page of an order, while the first can still be paid, like a page opened long ago in another tab. The shop
   * never makes one, so the first attempt is changed meanwhile. Returns its session.
   */
  const secondPage = async (orderId: string): Promise<string> => {
    const { db } = database.current;
    const first = await db.paymentAttempt.findFirstOrThrow({ where: { orderId, number: 1 } });
    const { id, status, stripeSessionId } = first;
    await db.paymentAttempt.update({ where: { id }, data: { status: "failed", stripeSessionId: null } });
    const url = await openCheckout(deps(), orderId);
    await db.paymentAttempt.update({ where: { id }, data: { status, stripeSessionId } });
    return sessionIdOf(url);
  };
  /** Puts an order's items into any state. */
  const setItemsOf = (orderId: string, data: Parameters<typeof setItems>[2]) =>
    setItems(database.current.db, { orderId }, data);
  /** The supplier delivered so many of an order's 100 units. */
  const deliver = async (orderId: string, delivered: number): Promise<void> => {
    const remains = 100 - delivered;
    await setItemsOf(orderId, { state: remains > 0 ? "partial" : "completed", remains });
    await database.current.db.orderFulfillment.update({ where: { orderId }, data: { delivered, remains } });
  };
  /** The cents of each refund of an order that carries its id at Stripe. */
  const refundsAtStripe = async (orderId: string): Promise<number[]> => {
    const { refunds } = await stripe.view();
    return refunds.filter(({ metadata }) => metadata?.order_id === orderId).map(({ amount }) => amount);
  };
  const violations = () => checkInvariants(database.current.db, { stripeControl: `${stripe.url}/_control` });

  return {
    deps,
    /** Creates an order as the handler does. */
    create,
    /** Places an order: its page at Stripe is open and not yet paid. */
    place,
    /** Places an order and pays it at Stripe; the shop learns of it only when webhooks are delivered. */
    placeAndPay,
    /** Settles the payment of a page, as its webhook and its buyer's return do. */
    settle,
    secondPage,
    /** Places an order, pays it and settles the payment: $2.29 for 100 followers unless `changes` says otherwise. */
    placePaid,
    /** A paid order of $2.29 whose one item is ready, for an account of its own. `item` changes the item. */
    async placeReady(item: object = {}): Promise<PaidOrder & { itemId: string }> {
      const placed = await placePaid();
      const { orderId } = placed;
      const link = `https://x.example/${orderId}`;
      const { db } = database.current;
      await setItems(db, { orderId }, { targetKey: orderId, state: "ready", link, ...item });
      return { ...placed, itemId: (await db.fulfillmentItem.findFirstOrThrow({ where: { orderId } })).id };
    },
    setItems: setItemsOf,
    deliver,
    /** Ends an order of which its supplier delivered so many of 100 units. */
    async end(orderId: string, status: FinalStatus, delivered = 0): Promise<void> {
      await deliver(orderId, delivered);
      await database.current.db.$transaction((tx) => closeOrders(tx, [{ orderId, status }]));
    },
    /** Refunds an order as an administrator does: in full, by "ops", unless `input` says otherwise. */
    refund: (orderId: string, input: Partial<RefundOrderInput> = {}) =>
      refundOrder(database.current.db, { orderId, kind: "full", intent: newId(), ...byOps, ...input }),
    /** The alert about a refund that failed. */
    refundAlert: (refundId: string) =>
      database.current.db.operatorAlert.findUniqueOrThrow({ where: { key: `refund_failed:${refundId}` } }),
    /** Sends an order's refunds as their jobs do; the cents of each at Stripe. */
    async sendRefunds(orderId: string): Promise<number[]> {
      const refunds = await database.current.db.refund.findMany({
        where: { orderId },
        orderBy: { number: "asc" },
      });
      for (const { id } of refunds) await sendRefund(deps(), id);
      return refundsAtStripe(orderId);
    },
    refundsAtStripe,
    /** Asks for a refund as an operator's action does: under the order's lock. Returns its id. */
    requestRefund(
      { orderId, attemptId }: Pick<PaidOrder, "orderId" | "attemptId">,
      amountCents: number,
      reason: RefundReason = "refund_in_part",
    ): Promise<string> {
      return database.current.db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
        return (await requestRefund(tx, { orderId, attemptId, amountCents, reason })).refundId;
      });
    },
    /** The invariants that do not hold, in the database and at Stripe. */
    violations,
    /** Checks the invariants after each test of the file. Call it at the top of the file. */
    checkAfterEach(): void {
      afterEach(async () => {
        await stripe.heal();
        expect(await violations()).toEqual([]);
      });
    },
    /** An order with all its rows. */
    order: (orderId: string) =>
      database.current.db.order.findUniqueOrThrow({
        where: { id: orderId },
        include: {
          lines: { orderBy: { position: "asc" } },
          attempts: { orderBy: { number: "asc" } },
          refunds: { orderBy: { number: "asc" } },
          items: { orderBy: { position: "asc" } },
          events: { orderBy: { id: "asc" } },
          fulfillment: true,
          owed: true,
        },
      }),
    /** The first parts of the keys (such as `submit` or `mail`) of the waiting jobs about the rows of an order. */
    async jobs(orderId: string): Promise<string[]> {
      const rows = await database.current.db.$queryRaw<{ key: string }[]>`
        SELECT jobs.key FROM graphile_worker.jobs
        WHERE split_part(jobs.key, ':', 2) IN (
          SELECT id::text FROM fulfillment_items WHERE order_id = ${orderId}::uuid
          UNION ALL SELECT id::text FROM refunds WHERE order_id = ${orderId}::uuid
          UNION ALL SELECT id::text FROM email_log WHERE order_id = ${orderId}::uuid)
        ORDER BY jobs.key`;
      return rows.map((row) => row.key.split(":")[0] ?? "");
    },
  };
}

/** A database, Stripe's emulator and the shop at both, for one test file. Call it at the top of the file. */
export function useShopAtStripe() {
  const { database, db } = useDatabase();
  const stripe = useStripe();
  return { database, db, stripe, shop: useShop(database, stripe) };
}

export type ShopFixture = ReturnType<typeof useShop>;

/** The ledger's accounts of one order, or of the whole shop, in cents; accounts at zero are left out. */
export async function postedCents(db: Database, orderId?: string): Promise<Record<string, number>> {
  const rows = await db.$queryRaw<{ account: string; cents: number }[]>`
    SELECT account::text, (sum(amount_micros) / 10000)::float8 AS cents FROM ledger_entries
    WHERE order_id = COALESCE(${orderId ?? null}::uuid, order_id)
    GROUP BY account HAVING sum(amount_micros) <> 0 ORDER BY account`;
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}
