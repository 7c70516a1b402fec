import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { submitItem } from "@/lib/delivery/submit/submit-item";
import type { SocialDataProvider } from "@/lib/social/provider";
import type { TestDatabase } from "./database";
import { testSecret } from "./test-env";

/** What a worker submits with, beside its look at the target. */
export function submitOptions({ db }: TestDatabase, timeoutMs: number) {
  const provider = { secret: testSecret, timeoutMs, reach: "local" as const };
  return { db, provider, leaseMs: 60_000, firstCheckMs: 1_000, supportEmail: "support@example.com" };
}

/** What tests of single items do: send one as its job would, and look at where it stands. */
export function submitting(database: { readonly current: TestDatabase }) {
  return {
    submit(
      itemId: string,
      timeoutMs = 500,
      social: SocialDataProvider | null = null,
    ): Promise<string | null> {
      return submitItem({ ...submitOptions(database.current, timeoutMs), social }, itemId);
    },
    findItem: (id: string) => database.current.db.fulfillmentItem.findUniqueOrThrow({ where: { id } }),
    /** Lets a waiting time pass without waiting for it, the item's and its suppliers'. */
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
