import type Stripe from "stripe";
import { beforeEach } from "vitest";
import { Prisma } from "@/lib/base/db/generated/client";
import { decideDrops, decideRequest } from "@/lib/buyer/requests/decide-request";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import { pollRefills } from "@/lib/delivery/refills/poll-refills";
import { sendRefill } from "@/lib/delivery/refills/send-refill";
import { startSocial } from "@/lib/local/social/start";
import { recordDispute } from "@/lib/money/disputes/record-dispute";
import type { RequestKind } from "@/lib/orders/views/request-offers";
import { useEmulator } from "./emulator";
import { setSetting } from "./factories";
import { pointSuppliersAt, usePanel } from "./panel";
import { useShopAtStripe } from "./shop";
import { providerAt } from "./social";
import { delivering, submitOptions } from "./submitting";

/**
 * The base of tests of requests about paid orders: a shop whose panel delivers to a profile that is counted at the
 * social emulator. Each test begins with empty tables of orders.
 */
export function useRequests() {
  const { database, shop } = useShopAtStripe();
  const panel = usePanel(database);
  const social = useEmulator(() => startSocial({ port: 0 }));
  const { provider, poll, jobs, eventsOf, submit, sweep } = delivering(database);
  shop.checkAfterEach();
  const db = () => database.current.db;

  // An account so small that it would not lose a few dozen anyway.
  const name = "lucarows";
  const counters = () => ({ db: db(), provider: providerAt(social.url()), now: new Date() });
  const deps = () => ({ db: db(), social: counters() });
  const count = (units: number, username = name) =>
    social.control("", { gains: { [`instagram followers ${username}`]: units } });

  beforeEach(async () => {
    await social.control("/reset");
    await panel.control({ speed: 3_600 });
    await db().$executeRaw`TRUNCATE orders, order_events, operator_alerts, social_cache, site_settings,
      graphile_worker._private_jobs CASCADE`;
    await db().supplierService.updateMany({ data: { canRefill: true, canCancel: true } });
  });

  const ask = (token: string, kind: RequestKind) => decideRequest(deps(), { token, kind });
  const decisionsOf = (orderId: string) =>
    db().requestDecision.findMany({ where: { orderId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  const lastOf = async (orderId: string) => (await decisionsOf(orderId)).at(-1);
  const clearJobs = () => db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;
  const mailsOf = (orderId: string) => db().emailLog.count({ where: { orderId, kind: "request-decided" } });
  const withoutRefills = () => db().supplierService.updateMany({ data: { canRefill: false } });
  const pointSuppliers = (url: string) => pointSuppliersAt(database.current, url);
  const setBudget = (cents: number) => setSetting(db(), "replacementBudgetCentsPerDay", cents);

  /** 1,000 followers for $13.49, paid. */
  async function paidOrder(username = name) {
    const facts = { packageId: "followers-1000", quantity: 1_000, price: 13.49 };
    const placed = await shop.placePaid({ username, ...facts });
    const [item] = (await shop.order(placed.orderId)).items;
    if (!item) throw new Error("a paid order has an item");
    return { ...placed, itemId: item.id };
  }

  /** The same, taken by the supplier. */
  async function sentOrder(username = name) {
    const placed = await paidOrder(username);
    await submit(placed.itemId);
    await countTargets(db(), counters(), placed.orderId);
    return placed;
  }

  const say = async (itemId: string, fields: object) => {
    const { providerOrderId } = await db().fulfillmentItem.findUniqueOrThrow({ where: { id: itemId } });
    await panel.setOrder(providerOrderId, fields);
    await poll();
  };

  /** The same, completed, with `there` of its followers on the counter. */
  async function completedOrder(there = 1_000, username = name) {
    const sent = await sentOrder(username);
    await count(there, username);
    await say(sent.itemId, { status: "Completed" });
    await countTargets(db(), counters(), sent.orderId);
    return sent;
  }

  /** Moves an order's delivery, counts, refills and decisions so many days into the past. */
  const letPass = (orderId: string, days: number) =>
    db().$transaction(async (tx) => {
      // Events are append-only.
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      const items = Prisma.sql`(SELECT id FROM fulfillment_items WHERE order_id = ${orderId}::uuid)`;
      const ago = Prisma.sql`${days}::float8 * interval '1 day'`;
      await tx.$executeRaw`UPDATE fulfillment_items SET finished_at = finished_at - ${ago}, leased_at = leased_at - ${ago},
        created_at = created_at - ${ago}, next_check_at = next_check_at - ${ago} WHERE order_id = ${orderId}::uuid`;
      await tx.$executeRaw`UPDATE target_counts SET taken_at = taken_at - ${ago} WHERE item_id IN ${items}`;
      await tx.$executeRaw`UPDATE refills SET created_at = created_at - ${ago}, updated_at = updated_at - ${ago},
          waiting_since = waiting_since - ${ago}
        WHERE item_id IN ${items}`;
      await tx.$executeRaw`UPDATE order_events SET created_at = created_at - ${ago} WHERE order_id = ${orderId}::uuid`;
      await tx.$executeRaw`UPDATE request_decisions SET created_at = created_at - ${ago}, asked_at = asked_at - ${ago},
        look_again_at = look_again_at - ${ago} WHERE order_id = ${orderId}::uuid`;
    });

  /** A day later the counter shows `there` of the delivered followers, and two looks seven hours apart prove it. */
  async function dropTo(orderId: string, there: number, username = name) {
    await count(there, username);
    await letPass(orderId, 15 / 24);
    await prove(orderId);
  }

  /** Two hours later the counters of orders are looked at, and seven hours after that again. */
  async function prove(...orderIds: string[]) {
    for (const hours of [2, 7]) {
      for (const orderId of orderIds) await letPass(orderId, hours / 24);
      for (const orderId of orderIds) await countTargets(db(), counters(), orderId);
    }
  }

  /** A completed order of which 300 units dropped on day 4 of 5, which is decided. */
  async function droppedOrder() {
    const sent = await completedOrder();
    await letPass(sent.orderId, 3);
    await dropTo(sent.orderId, 700);
    await decideDrops(deps(), sent.orderId);
    return sent;
  }

  /** Records a dispute of an order, or the change of its status. */
  async function dispute(orderId: string, status: string) {
    const attempt = await db().paymentAttempt.findFirstOrThrow({ where: { orderId, status: "paid" } });
    const dispute = {
      id: `dp_${orderId}`,
      status,
      amount: 1_349,
      reason: "fraudulent",
      created: 1_700_000_000,
      evidence_details: { due_by: null },
      balance_transactions: [],
    };
    await db().$transaction((tx) => recordDispute(tx, attempt, dispute as unknown as Stripe.Dispute));
  }

  const refillDeps = () => submitOptions(database.current);
  const pollRefillsNow = async () => {
    await db().$executeRaw`UPDATE refills SET next_check_at = now() - interval '1 second'`;
    await pollRefills(refillDeps());
  };
  const replacementOf = (itemId: string) =>
    db().fulfillmentItem.findFirstOrThrow({ where: { replacesItemId: itemId } });
  const actions = {
    ask,
    count,
    say,
    submit,
    poll,
    sweep,
    clearJobs,
    dispute,
    dropTo,
    prove,
    letPass,
    withoutRefills,
    setBudget,
    pointSuppliers,
    sendRefill: (refillId: string) => sendRefill(refillDeps(), refillId),
    pollRefillsNow,
  };
  const facts = { decisionsOf, lastOf, mailsOf, replacementOf, jobs, eventsOf };
  const started = { paidOrder, sentOrder, completedOrder, droppedOrder };
  return { database, db, shop, panel, social, provider, deps, name, ...started, ...actions, ...facts };
}
