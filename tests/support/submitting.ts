import { beforeEach } from "vitest";
import { newId, newToken } from "@/lib/base/ids";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { pollItems } from "@/lib/delivery/progress/poll-items";
import type { SocialDataProvider } from "@/lib/delivery/social/provider";
import { submitItem } from "@/lib/delivery/submit/submit-item";
import { sweep } from "@/lib/running/worker/sweep";
import type { TestDatabase } from "./database";
import { auditedActions, type OrderOptions, paidOrderFactory } from "./factories";
import type { usePanel } from "./panel";
import { testSecret } from "./test-env";

/** Empties orders, queue, alerts, mails and `others` before each test. Call it after useDatabase(). */
export function useEmptyOrders(database: { readonly current: TestDatabase }, ...others: string[]): void {
  const tables = ["orders", "order_events", "operator_alerts", "email_log", "graphile_worker._private_jobs"];
  const statement = `TRUNCATE ${[...tables, ...others].join(", ")} CASCADE`;
  beforeEach(() => database.current.db.$executeRawUnsafe(statement));
}

/** An order of likes: one post for each of these numbers of units. */
export function likesOf(...units: number[]): OrderOptions {
  const posts = units.map((quantity) => ({ postId: newToken(), quantity }));
  return { service: "likes", quantity: units.reduce((sum, count) => sum + count, 0), posts };
}

/** The keys of the waiting jobs, of one task or of all. */
export async function jobKeys({ db }: TestDatabase, task: string | null = null): Promise<string[]> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    SELECT key FROM graphile_worker.jobs
    WHERE key IS NOT NULL AND task_identifier = COALESCE(${task}, task_identifier) ORDER BY key`;
  return rows.map((row) => row.key);
}

/** One run of the sweeper, for which a lease is over after `submitLeaseMs`. */
export const sweepOnce = ({ db }: TestDatabase, submitLeaseMs = 60_000) =>
  sweep({ db, submitLeaseMs, jobLeaseMs: 120_000 });

/** The limit of a supplier's answer that comes, however busy the machine is. Tests of a silent supplier set their own. */
const answeredMs = 30_000;

const providerOf = (timeoutMs = answeredMs) => ({ secret: testSecret, timeoutMs, reach: "local" as const });

/** The dependencies of a worker that submits, except for the social provider. */
export function submitOptions({ db }: TestDatabase, timeoutMs?: number) {
  return { db, provider: providerOf(timeoutMs), leaseMs: 60_000, baseMs: 1_000 };
}

type SubmitChanges = { social?: SocialDataProvider | null; timeoutMs?: number };

/** The base of tests of single items: send one as its job does, and read its state. */
export function submitting(database: { readonly current: TestDatabase }) {
  return {
    submit: (itemId: string, { social = null, timeoutMs }: SubmitChanges = {}) =>
      submitItem({ ...submitOptions(database.current, timeoutMs), social }, itemId),
    findItem: (id: string) => database.current.db.fulfillmentItem.findUniqueOrThrow({ where: { id } }),
    stateOf: async (id: string) =>
      (await database.current.db.fulfillmentItem.findUniqueOrThrow({ where: { id } })).state,
    /** Ends the waiting time of an item and of the suppliers. */
    async makeDue(id: string): Promise<void> {
      await database.current.db.supplier.updateMany({ data: { tokens: 100, tokensAt: new Date() } });
      await database.current.db.fulfillmentItem.update({ where: { id }, data: { notBefore: new Date(0) } });
    },
    /** Leaves an item as a worker left it that leased it at this time and died in its call. */
    async leaveInCall(id: string, leasedAt: Date): Promise<void> {
      const { db } = database.current;
      const supplier = await db.supplier.findFirstOrThrow({ orderBy: { name: "asc" } });
      const lease = { leaseToken: newId(), leasedAt, attempt: 1, supplierId: supplier.id };
      const { link, quantity } = await db.fulfillmentItem.update({
        where: { id },
        data: { state: "submitting", ...lease },
      });
      const call = { itemId: id, supplierId: supplier.id, attempt: 1, action: "add" };
      await db.supplierCall.create({ data: { ...call, request: { service: "101", link, quantity } } });
    },
    async isInReview(id: string): Promise<boolean> {
      const items = await listItemsInReview(database.current.db, { limit: 100 });
      return items.some((item) => item.id === id);
    },
  };
}

/**
 * The base of tests of a delivery's progress, beside `submitting`: an order that was sent, polls, what operators do.
 */
export function delivering(database: { readonly current: TestDatabase }) {
  const provider = providerOf();
  const items = submitting(database);
  const { findItem, submit } = items;
  /** A paid order whose first item was sent, whatever came of that. */
  async function sentOrder(options: OrderOptions = {}) {
    const { order, item } = await paidOrderFactory(database.current.db, options);
    await submit(item.id);
    return { order, item: await findItem(item.id) };
  }
  /**
   * Asks the suppliers about every open item now, due or not. The column keeps milliseconds and rounds up, so `now()` would
   * be due only after the next statement on a fast machine.
   */
  async function poll(): Promise<number> {
    const { db } = database.current;
    await db.$executeRaw`UPDATE fulfillment_items SET next_check_at = now() - interval '1 second' WHERE state IN ('submitted', 'in_progress')`;
    return pollItems({ db, provider, baseMs: 1_000, budgetMs: 10_000 });
  }
  return {
    provider,
    ...items,
    findOrder: (id: string) =>
      database.current.db.order.findUniqueOrThrow({ where: { id }, include: { fulfillment: true } }),
    sentOrder,
    poll,
    /** A sent order that its supplier has completed. */
    async completedOrder({ setOrder }: ReturnType<typeof usePanel>, options: OrderOptions = {}) {
      const sent = await sentOrder(options);
      await setOrder(sent.item.providerOrderId, { status: "Completed" });
      await poll();
      return sent;
    },
    /** Moves all items and counts a day into the past, so that what is checked daily is due again. */
    async nextDay(): Promise<void> {
      const { db } = database.current;
      await db.$executeRaw`
        UPDATE fulfillment_items SET next_check_at = next_check_at - interval '1 day',
          finished_at = finished_at - interval '1 day', leased_at = leased_at - interval '1 day'`;
      await db.$executeRaw`UPDATE target_counts SET taken_at = taken_at - interval '1 day'`;
    },
    eventsOf: (orderId: string, type: string) =>
      database.current.db.orderEvent.findMany({ where: { orderId, type }, orderBy: { id: "asc" } }),
    jobs: (task?: string) => jobKeys(database.current, task),
    sweep: (submitLeaseMs?: number) => sweepOnce(database.current, submitLeaseMs),
    audited: (subjectId: string) => auditedActions(database.current.db, subjectId),
  };
}
