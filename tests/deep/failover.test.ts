import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connect } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { byPooler } from "@/lib/base/db/guarded-client";
import { newToken } from "@/lib/base/ids";
import { syncClock } from "@/lib/base/time/clock";
import { createOrder } from "@/lib/buyer/checkout/create-order";
import { settlePayment } from "@/lib/money/payments/settle-payment";
import type { TestDatabase } from "../support/database";
import { checkInvariants } from "../support/invariants";
import { usePanel } from "../support/panel";
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from "../support/pgbouncer";
import { createShop } from "../support/postgres-setup";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../support/replicated-postgres";
import { newGuest, orderInput, sessionIdOf, useShop } from "../support/shop";
import { useStripe } from "../support/stripe";
import { startWorker, useWorkers } from "../support/worker";

/** Repeats a request until it is answered, as a browser does after a 503. */
async function untilAnswered<T>(request: () => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined;
  await expect
    .poll(
      async () => {
        try {
          answer = { value: await request() };
          return "answered";
        } catch (error) {
          if (!isDatabaseOutage(error)) throw error;
          return String(error);
        }
      },
      { timeout: 120_000, interval: 250 },
    )
    .toBe("answered");
  if (!answer) throw new Error("not answered");
  return answer.value;
}

const usernames = ["wanderwithmara", "lucarows", "luma.ceramics"];

const ways = [
  { way: "directly", isPooled: false },
  // Skipped if PgBouncer is not installed.
  ...(hasPgbouncer() ? [{ way: "through PgBouncer, one before each host", isPooled: true }] : []),
];

describe.each(ways)(
  "a web server and a worker that reach the database $way, when the primary dies,",
  ({ isPooled }) => {
    let cluster: ReplicatedPostgres;
    let current: TestDatabase;
    const poolers: Pgbouncer[] = [];
    /** DATABASE_POOLER_URL; empty without PgBouncer. */
    let poolerUrl = "";

    beforeAll(async () => {
      cluster = await startReplicatedPostgres({
        dataDir: `.data/failover-${process.pid}`,
        isSynchronous: true,
        prepare: (primary) => createShop(primary.url("postgres"), "shop"),
      });
      const url = cluster.url("shop");
      if (isPooled) {
        for (const { url: of } of [cluster.primary, cluster.standby])
          poolers.push(await startPgbouncer(Number(new URL(of("shop")).port)));
        const hosts = poolers.map(({ host }) => host).join(",");
        poolerUrl = `postgresql://postgres@${hosts}/shop?target_session_attrs=read-write`;
      }
      const opened = isPooled ? connect(poolerUrl, 10, byPooler) : connect(url, 10);
      current = { ...opened, url };
      // On a busy machine a host's first answer can come too late; its connection is then tried again.
      await vi.waitFor(() => syncClock(current.db), { timeout: 120_000, interval: 250 });
    });
    afterAll(async () => {
      await current.close();
      for (const pooler of poolers) await pooler.close();
      await cluster.close();
    });

    const database = {
      get current() {
        return current;
      },
    };
    const stripe = useStripe();
    const panel = usePanel(database);
    const shop = useShop(database, stripe);
    useWorkers();

    /** A buyer who orders, pays at Stripe and comes back, repeating requests while the database is down. */
    async function buy(username: string): Promise<string> {
      const [guest, key] = [newGuest(), newToken()];
      const created = await untilAnswered(() =>
        createOrder(shop.deps(), orderInput({ username }), guest, key),
      );
      const sessionId = sessionIdOf(created.url);
      expect(await stripe.pay(sessionId)).toBe(303);
      await untilAnswered(() => settlePayment(shop.deps(), sessionId));
      return created.orderId;
    }

    it("lose no order and double none: they follow the promoted standby", async () => {
      const { db } = current;
      await panel.control({ speed: 1 });
      // Seconds instead of minutes; the worker has the same list of hosts as the web.
      const worker = startWorker(cluster.url("shop"), {
        STRIPE_API_BASE: stripe.url,
        DATABASE_POOLER_URL: poolerUrl,
        RECONCILE_PERIOD_MS: "2000",
        JOB_LEASE_MS: "30000",
        SUPPLIER_TIMEOUT_MS: "5000",
        SUBMIT_LEASE_MS: "15000",
      });
      const completed = () => db.order.count({ where: { status: "completed" } }).catch(() => -1);
      await Promise.all(usernames.map(buy));
      await expect.poll(completed).toBe(usernames.length);

      let isOver = false;
      const placed: string[] = [];
      const buyers = usernames.map(async (username) => {
        while (!isOver) placed.push(await buy(username));
      });
      await expect.poll(() => placed.length).toBeGreaterThan(4);
      cluster.killPrimary();
      const before = placed.length;
      await cluster.promote();
      // Interrupted purchases end, and new ones begin.
      await expect.poll(() => placed.length).toBeGreaterThan(before + 4);
      isOver = true;
      await Promise.all(buyers);

      const total = usernames.length + placed.length;
      // The quarantine ends by itself, after the longest lease and two minutes.
      await expect
        .poll(completed, { timeout: 400_000, interval: 1_000 })
        .toBe(total)
        .catch((error: unknown) => {
          process.stderr.write(worker.log().slice(-8_000));
          throw error;
        });
      expect(await db.order.count()).toBe(total);
      expect(await panel.view()).toMatchObject({ addCalls: total, accepted: total });
      const witnesses = {
        stripeControl: `${stripe.url}/_control`,
        panelControl: panel.url().replace("/api/v2", "/_control"),
      };
      expect(await checkInvariants(db, witnesses)).toEqual([]);
    });
  },
);
