import { listItemsInReview } from "@/lib/fulfillment/list-items-in-review";
import { submitItem } from "@/lib/fulfillment/submit-item";
import type { TestDatabase } from "./database";
import { testSecret } from "./test-env";

/** What tests of single items do: send one as its job would, and look at where it stands. */
export function submitting(database: { readonly current: TestDatabase }) {
  return {
    submit(itemId: string, timeoutMs = 500): Promise<void> {
      const { db } = database.current;
      return submitItem({ db, provider: { secret: testSecret, timeoutMs }, firstCheckMs: 1_000 }, itemId);
    },
    findItem: (id: string) => database.current.db.fulfillmentItem.findUniqueOrThrow({ where: { id } }),
    /** Lets a waiting time pass without waiting for it. */
    async makeDue(id: string): Promise<void> {
      await database.current.db.fulfillmentItem.update({ where: { id }, data: { notBefore: new Date(0) } });
    },
    async isInReview(id: string): Promise<boolean> {
      const items = await listItemsInReview(database.current.db, { limit: 100 });
      return items.some((item) => item.id === id);
    },
  };
}
