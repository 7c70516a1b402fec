import { pollItems } from "@/lib/delivery/progress/poll-items";
import { submitItem } from "@/lib/delivery/submit/submit-item";
import type { TestDatabase } from "./database";
import { type OrderOptions, paidOrderFactory } from "./factories";
import { submitOptions } from "./submitting";
import { testSecret } from "./test-env";

/** What tests of the way back do: have an order sent, ask how it stands, and act on it as a person. */
export function delivering(database: { readonly current: TestDatabase }) {
  const provider = { secret: testSecret, timeoutMs: 2_000, reach: "local" as const };
  const findItem = (id: string) => database.current.db.fulfillmentItem.findUniqueOrThrow({ where: { id } });
  return {
    provider,
    /** Who acts, and why. */
    byOps: { actor: { id: null, email: "ops" }, reason: "a test" },
    findItem,
    findOrder: (id: string) =>
      database.current.db.order.findUniqueOrThrow({ where: { id }, include: { fulfillment: true } }),
    /** A paid order whose first item was sent, whatever came of that. */
    async sentOrder(options: OrderOptions = {}) {
      const { db } = database.current;
      const { order, item } = await paidOrderFactory(db, options);
      await submitItem({ ...submitOptions(database.current, 500), social: null }, item.id);
      return { order, item: await findItem(item.id) };
    },
    /** Asks about every open item now, whenever it was due. */
    async poll(): Promise<number> {
      const { db } = database.current;
      await db.$executeRaw`UPDATE fulfillment_items SET next_check_at = now() WHERE state IN ('submitted', 'in_progress')`;
      return pollItems({ db, provider, baseMs: 1_000, budgetMs: 10_000, supportEmail: "ops@shop.example" });
    },
    eventsOf: (orderId: string, type: string) =>
      database.current.db.orderEvent.findMany({ where: { orderId, type }, orderBy: { id: "asc" } }),
    /** The keys of the jobs that wait for a task. */
    async jobs(task: string): Promise<string[]> {
      const rows = await database.current.db.$queryRaw<{ key: string }[]>`
        SELECT key FROM graphile_worker.jobs WHERE task_identifier = ${task} ORDER BY key`;
      return rows.map((row) => row.key);
    },
    /** What the audit log says about a subject, oldest first. */
    async audited(subjectId: string): Promise<string[]> {
      const rows = await database.current.db.auditEntry.findMany({
        where: { subjectId },
        orderBy: { id: "asc" },
      });
      return rows.map((row) => row.action);
    },
  };
}
