import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach } from "vitest";
import { checkDatabase } from "@/lib/base/quarantine/check-database";
import { rememberMark } from "@/lib/base/quarantine/database-mark";
import { usePanel } from "./panel";
import { useRestorableDatabase } from "./restorable-database";
import { useShop } from "./shop";
import { useStripe } from "./stripe";
import { submitting } from "./submitting";
import { testSecret } from "./test-env";

const provider = { secret: testSecret, timeoutMs: 30_000, reach: "local" as const };

/** A shop whose database can be copied and restored, while Stripe and the suppliers carry on. */
export function useRestorableShop() {
  const database = useRestorableDatabase();
  const { db } = database;
  const stripe = useStripe();
  const shop = useShop(database, stripe);
  const panel = usePanel(database);
  const { submit, stateOf } = submitting(database);
  const folder = mkdtempSync(join(tmpdir(), "groundswell-marks-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let tests = 0;
  beforeEach(() => {
    tests += 1;
  });
  const markFile = () => join(folder, `${tests}.json`);
  const verify = () => checkDatabase(db(), markFile());
  const paidItem = async (username: string) => {
    const placed = await shop.placePaid({ username });
    return { ...placed, itemId: (await shop.order(placed.orderId)).items[0]?.id ?? "" };
  };
  return {
    database,
    db,
    stripe,
    shop,
    panel,
    submit,
    stateOf,
    markFile,
    verify,
    paidItem,
    deps: () => ({ db: db(), stripe: stripe.client(), provider }),
    /** Checks the database as a process on another machine would: without a mark in memory or in a file. */
    verifyElsewhere: (patienceMs?: number) => {
      rememberMark(null);
      return checkDatabase(db(), join(folder, `${crypto.randomUUID()}.json`), patienceMs);
    },
    addCalls: async () => (await panel.view()).addCalls,
    /** A shop at work: one order was bought, the database is verified. */
    async shopAtWork() {
      // The tests share one Stripe account, as shops may.
      await db().$executeRaw`UPDATE shop_state SET shop_id = gen_random_uuid()`;
      await verify();
      const { itemId } = await paidItem("wanderwithmara");
      await submit(itemId);
      await verify();
    },
  };
}
