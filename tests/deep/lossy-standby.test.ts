import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/lib/base/db/client";
import { checkDatabase } from "@/lib/base/quarantine/check-database";
import { rememberMark } from "@/lib/base/quarantine/database-mark";
import { findQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { syncClock } from "@/lib/base/time/clock";
import { minute } from "@/lib/base/time/time";
import { endAfterPromotion, recover } from "@/lib/running/recovery/recover";
import type { TestDatabase } from "../support/database";
import { byOps } from "../support/factories";
import { checkInvariants } from "../support/invariants";
import { usePanel } from "../support/panel";
import { createShop } from "../support/postgres-setup";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../support/replicated-postgres";
import { useShop } from "../support/shop";
import { useStripe } from "../support/stripe";
import { submitting } from "../support/submitting";
import { testSecret } from "../support/test-env";

const provider = { secret: testSecret, timeoutMs: 30_000, reach: "local" as const };

describe.each([{ isSynchronous: false }, { isSynchronous: true }])(
  "the primary dies and a standby takes over (synchronous: $isSynchronous)",
  ({ isSynchronous }) => {
    const folder = mkdtempSync(join(tmpdir(), "groundswell-standby-"));
    let servers: ReplicatedPostgres;
    let current: TestDatabase;
    const database = {
      get current() {
        return current;
      },
    };
    const use = async (url: string) => {
      await current?.close().catch(() => undefined);
      current = { ...connect(url, 5), url };
    };
    beforeAll(async () => {
      rememberMark(null);
      servers = await startReplicatedPostgres({
        dataDir: `.data/standby-${process.pid}-${isSynchronous}`,
        isSynchronous,
        prepare: (primary) => createShop(primary.url("postgres"), "shop"),
      });
      await use(servers.primary.url("shop"));
      await syncClock(current.db);
    });
    afterAll(async () => {
      await current?.close().catch(() => undefined);
      await servers?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const stripe = useStripe();
    const shop = useShop(database, stripe);
    const panel = usePanel(database);
    const { submit } = submitting(database);
    const verify = () => checkDatabase(current.db, join(folder, "mark.json"));
    const addCalls = async () => (await panel.view()).addCalls;
    const order = (username: string) => shop.placePaid({ username });
    const buy = async (orderId: string) => {
      for (const { id } of (await shop.order(orderId)).items) await submit(id);
    };
    /** Resolves when the standby has replayed everything that the primary has now. */
    const caughtUp = async () => {
      const [row] = await current.db.$queryRaw<{ lsn: string }[]>`
        SELECT pg_current_wal_flush_lsn()::text AS lsn`;
      const client = new pg.Client({ connectionString: servers.standby.url("shop") });
      await client.connect();
      const reached = "SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_there";
      await expect
        .poll(async () => (await client.query<{ is_there: boolean }>(reached, [row?.lsn])).rows[0]?.is_there)
        .toBe(true);
      await client.end();
    };

    it(
      isSynchronous
        ? "which has everything: the quarantine ends without an operator, and nothing is bought twice"
        : "which lacks the last seconds: the quarantine holds until an operator has recovered the rest",
      async () => {
        await verify();
        await buy((await order("wanderwithmara")).orderId);
        await verify();
        await caughtUp();
        const known = await order("lucarows");
        await caughtUp();
        if (!isSynchronous) await servers.cutReplication();
        await buy(known.orderId);
        const last = await order("luma.ceramics");
        await verify();
        expect(await addCalls()).toBe(2);

        servers.killPrimary();
        await servers.promote();
        await use(servers.standby.url("shop"));
        const { db } = current;
        const deps = { db, stripe: stripe.client(), provider };
        // Before any process has checked the database.
        await buy(known.orderId);
        expect(await addCalls()).toBe(2);
        await verify();
        expect(await findQuarantine(db)).not.toBeNull();

        expect(await endAfterPromotion(deps, minute)).toBe(false);
        await db.$executeRaw`
          UPDATE shop_state SET quarantine_since = quarantine_since - interval '1 hour', agreed_until = agreed_until - interval '1 hour'`;
        await db.$executeRaw`UPDATE orders SET created_at = created_at - interval '1 hour'`;
        expect(await endAfterPromotion(deps, minute)).toBe(isSynchronous);
        if (!isSynchronous) {
          expect(await db.order.count({ where: { id: last.orderId } })).toBe(0);
          // The lost order is newer than the quarantine, which therefore begins again: the old primary may still work.
          await expect(recover(deps, byOps)).rejects.toThrow("Run recover once more");
          expect((await recover(deps, byOps))?.uncertain).toHaveLength(2);
        }
        await verify();
        expect(await findQuarantine(db)).toBeNull();
        await buy(known.orderId);
        await buy(last.orderId);
        expect(await addCalls()).toBe(isSynchronous ? 3 : 2);
        expect(await shop.order(known.orderId)).toMatchObject({ token: known.token, paidCents: 229 });
        expect(await shop.order(last.orderId)).toMatchObject({ token: last.token, paidCents: 229 });
        const [state, count] = isSynchronous ? (["submitted", 3] as const) : (["unknown", 2] as const);
        expect(await db.fulfillmentItem.count({ where: { state } })).toBe(count);
        expect(await checkInvariants(db)).toEqual([]);
      },
    );
  },
);
