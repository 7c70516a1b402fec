import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { pollItems } from "@/lib/delivery/progress/poll-items";
import { submitItem } from "@/lib/delivery/submit/submit-item";
import type { SocialDataProvider } from "@/lib/social/provider";
import { sweep } from "@/lib/worker/sweep";
import type { TestDatabase } from "./database";
import { type OrderOptions, paidOrderFactory } from "./factories";
import type { usePanel } from "./panel";
import { testSecret } from "./test-env";

/** The keys of the waiting jobs, of one task or of all. */
export async function jobKeys({ db }: TestDatabase, task: string | null = null): Promise<string[]> {
  const rows = await db.$queryRaw<{ key: string }[]>`
    SELECT key FROM graphile_worker.jobs
    WHERE key IS NOT NULL AND task_identifier = COALESCE(${task}, task_identifier) ORDER BY key`;
  return rows.map((row) => row.key);
}

/** One run of the sweeper, for which a lease is over after `submitLeaseMs`. */
export const sweepOnce = ({ db }: Pick<TestDatabase, "db">, submitLeaseMs = 60_000) =>
  sweep({ db, submitLeaseMs, jobLeaseMs: 120_000 });

/** The limit of a supplier's answer that comes, however busy the machine is. Tests of a silent supplier set their own. */
const answeredMs = 30_000;

const providerOf = (timeoutMs = answeredMs) => ({ secret: testSecret, timeoutMs, reach: "local" as const });

/** What a worker submits with, except for the social provider. */
export function submitOptions({ db }: Pick<TestDatabase, "db">, timeoutMs?: number) {
  return {
    db,
    provider: providerOf(timeoutMs),
    leaseMs: 60_000,
    firstCheckMs: 1_000,
  };
}

/** What tests of single items use: send one as its job does, and read its state. */
export function submitting(database: { readonly current: TestDatabase }) {
  return {
    submit(
      itemId: string,
      timeoutMs?: number,
      social: SocialDataProvider | null = null,
    ): Promise<string | null> {
      return submitItem({ ...submitOptions(database.current, timeoutMs), social }, itemId);
    },
    findItem: (id: string) => database.current.db.fulfillmentItem.findUniqueOrThrow({ where: { id } }),
    /** Ends the waiting time of an item and of the suppliers. */
    async makeDue(id: string): Promise<void> {
      await database.current.db.supplier.updateMany({ data: { tokens: 100, tokensAt: new Date() } });
      await database.current.db.fulfillmentItem.update({ where: { id }, data: { notBefore: new Date(0) } });
    },
    async isInReview(id: string): Promise<boolean> {
      const items = await listItemsInReview(database.current.db, { limit: 100 });
      return items.some((item) => item.id === id);
    },
  };
}

/** What tests of a delivery's progress use: an order that was sent, polls, and what operators do with it. */
export function delivering(database: { readonly current: TestDatabase }) {
  const provider = providerOf();
  const { findItem, submit } = submitting(database);
  /** A paid order whose first item was sent, whatever came of that. */
  async function sentOrder(options: OrderOptions = {}) {
    const { order, item } = await paidOrderFactory(database.current.db, options);
    await submit(item.id);
    return { order, item: await findItem(item.id) };
  }
  /** Asks the suppliers about every open item now, due or not. */
  async function poll(): Promise<number> {
    const { db } = database.current;
    await db.$executeRaw`UPDATE fulfillment_items SET next_check_at = now() WHERE state IN ('submitted', 'in_progress')`;
    return pollItems({ db, provider, baseMs: 1_000, budgetMs: 10_000 });
  }
  return {
    provider,
    /** Who acts, and why. */
    byOps: { actor: { id: null, email: "ops" }, reason: "a test" },
    findItem,
    findOrder: (id: string) =>
      database.current.db.order.findUniqueOrThrow({ where: { id }, include: { fulfillment: true } }),
    sentOrder,
    poll,
    /** A sent order that its supplier has completed. */
    async completedOrder({ control }: ReturnType<typeof usePanel>, options: OrderOptions = {}) {
      const sent = await sentOrder(options);
      await control({ set: { order: sent.item.providerOrderId, fields: { status: "Completed" } } });
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
    jobs: (task: string) => jobKeys(database.current, task),
    /** The actions on a subject in the audit log, oldest first. */
    async audited(subjectId: string): Promise<string[]> {
      const rows = await database.current.db.auditEntry.findMany({
        where: { subjectId },
        orderBy: { id: "asc" },
      });
      return rows.map((row) => row.action);
    },
  };
}
