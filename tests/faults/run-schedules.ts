import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import { control } from "../support/control";
import { checkInvariants, type Violation } from "../support/invariants";
import { checkPanelCalls, checkRefundedOrders, comparePanelCalls } from "../support/panel-calls";
import { openAdmin } from "./admin";
import { simulateBuyer } from "./buyer";
import { letTimePass } from "./clock";
import { explainReviews } from "./explain-reviews";
import { checkFinalState } from "./final-checks";
import { finishWork } from "./finish-work";
import { openInjector } from "./inject";
import { liveThroughDays } from "./live-through-days";
import { planSchedule, type Schedule, withInquiry, withUntidyOutside } from "./plan";
import { type Random, seededRandom } from "./random";
import { openTestShop, type TestShop, type TestShopOptions } from "./test-shop";
import { checkTruth, type TruthReport } from "./truth";

export type RunOptions = TestShopOptions & {
  schedules: number;
  /** The first schedule's seed; each further one has the next number. */
  seed: number;
  /** How many buyers are in progress at the same time. */
  atOnce: number;
  /** No further buyer begins after that many minutes. */
  minutes?: number | undefined;
  /** Faults that are left out, by name ("worker stopped"). */
  leaveOut?: readonly string[];
  /** A fault, by name, that happens before each buyer's payment. */
  always?: string | undefined;
  /** Each buyer's bank asks about the payment, instead of what else would happen afterwards. */
  inquiries?: boolean;
  /**
   * Accounts and suppliers are as untidy as real ones, units drop on the days after, and the truth at the panel and the
   * account decides.
   */
  outside?: boolean;
  onProgress(done: number): void;
};

export type RunReport = {
  /** How many schedules were run. */
  schedules: number;
  violations: Violation[];
  /** Schedules that a violation names, or whose order it names. */
  suspects: Schedule[];
  injected: Record<string, number>;
  decisions: Record<string, number>;
  /** Answers of 500 and above that the shop gave, by status. */
  failures: Record<string, number>;
  orders: Record<string, number>;
  truth: TruthReport;
  seconds: { schedules: number; rest: number };
};

const mergeSeconds = 30;
// Every 1.5 seconds, back-off and holds are shortened by 15 seconds; buyers, calls and leases keep their pace.
const tickMs = 1_500;
const passedMs = 15_000;
// A buyer gives up retrying one thing after five minutes, so a longer schedule hangs.
const longestMs = 600_000;
// An administrator ends a quarantine after two and a half minutes.
const restMs = 360_000;
const restMsEach = 300;

/** Runs schedules against the whole system, waits until its work has ended, and returns every violation. */
export async function runSchedules(options: RunOptions): Promise<RunReport> {
  const testShop = await openTestShop(options);
  try {
    const { db, pool } = testShop.connection;
    await control(`${testShop.urls.panel}/_control`, { speed: 1, balance: 1_000_000, log: true });
    await giveEvidence(testShop);
    const random = seededRandom(options.seed);
    const injector = openInjector(testShop, options.leaveOut ?? []);
    const admin = openAdmin(testShop, options.seed);
    const violations: Violation[] = [];

    const startedAt = Date.now();
    const running = new AbortController();
    const attending = attend();
    const untilMs = startedAt + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
    const plans: Schedule[] = [];
    let done = 0;
    const nextPlan = () => {
      if (plans.length >= options.schedules || Date.now() > untilMs) return null;
      const seeded = planSchedule(options.seed + plans.length);
      const asked = options.inquiries ? withInquiry(seeded) : seeded;
      const plan = options.outside ? withUntidyOutside(asked) : asked;
      const [at = "", ...fault] = options.always?.split(" ") ?? [];
      if (at) plan.injections["before the payment"].push({ at, fault: fault.join(" "), amount: 1 });
      plans.push(plan);
      return plan;
    };
    await Promise.all(
      Array.from({ length: options.atOnce }, async () => {
        for (let plan = nextPlan(); plan; plan = nextPlan()) {
          violations.push(...(await run(plan)));
          done += 1;
          options.onProgress(done);
        }
      }),
    );
    const endedAt = Date.now();
    running.abort();
    await attending;
    await injector.heal();
    const longestRestMs = restMs + restMsEach * plans.length;
    violations.push(...(await finishWork(testShop, admin, longestRestMs)));
    if (options.outside) violations.push(...(await liveThroughDays(testShop, admin, random, longestRestMs)));

    const witnesses = {
      stripe: testShop.stripe,
      stripeControl: `${testShop.urls.stripe}/_control`,
      panelControl: `${testShop.urls.panel}/_control`,
      mailList: `${testShop.urls.mail}/emails`,
    };
    violations.push(...(await checkInvariants(db, witnesses)), ...(await checkFinalState(db, witnesses)));
    const calls = await comparePanelCalls(db, `${witnesses.panelControl}/log`);
    violations.push(...(await checkPanelCalls(db, calls)), ...(await checkRefundedOrders(db, calls)));
    const truth = await checkTruth(db, {
      panelControl: witnesses.panelControl,
      socialControl: `${testShop.urls.social}/_control`,
      calls,
      decided: admin.decided,
    });
    if (options.outside) violations.push(...truth.violations);
    violations.push(...explainReviews(admin.reviewed, calls, injector.timeline));
    violations.push(...testShop.balancer.leaks.map((what) => ({ invariant: "I6", what })));
    const { broken } = testShop.balancer;
    if (broken.length > 0)
      violations.push({ invariant: "500", what: `${broken.length} answers of 500, the first: ${broken[0]}` });
    const fallen = [...testShop.webs.fallen, ...testShop.workers.fallen];
    violations.push(...fallen.map((what) => ({ invariant: "process", what })));
    return {
      schedules: plans.length,
      violations,
      suspects: await suspectsOf(violations),
      injected: sorted(injector.counts),
      decisions: sorted(admin.decisions),
      failures: sorted(
        new Map([...testShop.balancer.failures].map(([status, count]) => [String(status), count])),
      ),
      orders: await countOrders(),
      truth: truth.report,
      seconds: { schedules: secondsBetween(startedAt, endedAt), rest: secondsBetween(endedAt, Date.now()) },
    };

    /** Runs beside the buyers: time passes, an administrator decides, and the preferred supplier changes. */
    async function attend(): Promise<void> {
      while (!running.signal.aborted) {
        await wait(tickMs);
        // Fails while the database is down; the next round does the same.
        await letTimePass(pool, passedMs).catch(() => undefined);
        await admin.work();
        await preferSuppliers(pool, random).catch(() => undefined);
      }
    }

    async function run(plan: Schedule): Promise<Violation[]> {
      const step = { name: "the beginning" };
      const late = wait(longestMs, undefined, { ref: false }).then(() => {
        throw new Error(`not over after ${longestMs / 60_000} minutes, at ${step.name}`);
      });
      late.catch(() => undefined);
      try {
        return await Promise.race([simulateBuyer(testShop, injector, plan, step), late]);
      } catch (error) {
        return [{ invariant: "schedule", what: `schedule ${plan.seed} broke off: ${String(error)}` }];
      }
    }

    /** The schedules behind violations: a buyer's email contains the seed. */
    async function suspectsOf(found: Violation[]): Promise<Schedule[]> {
      const text = found.map(({ what }) => what).join("\n");
      const orders = await db.order.findMany({ select: { id: true, email: true } });
      const named = orders.filter(({ id }) => text.includes(id)).map(({ email }) => email.split("-")[1]);
      const seeds = new Set(named.map(Number));
      return plans.filter(({ seed }) => seeds.has(seed) || text.includes(`schedule ${seed}`));
    }

    async function countOrders(): Promise<Record<string, number>> {
      const groups = await db.order.groupBy({ by: ["status"], _count: true });
      return Object.fromEntries(groups.map(({ status, _count }) => [status, _count]));
    }
  } finally {
    await testShop.stop();
  }
}

/** Gives the suppliers all evidence modes: our request id, none, and twice equal requests. */
async function giveEvidence({ connection: { db }, urls }: TestShop): Promise<void> {
  const [first, second, , fourth] = await db.supplier.findMany({ orderBy: { name: "asc" } });
  await db.supplier.update({
    where: { id: first?.id },
    data: { evidenceMode: "request_id", evidenceField: "ref" },
  });
  for (const merging of [second, fourth])
    await db.supplier.update({
      where: { id: merging?.id },
      data: { evidenceMode: "dedupe_window", evidenceWindowSeconds: mergeSeconds },
    });
  // Makes the shop assume a lower minimum at the second supplier, so that it refuses and the shop asks another.
  await db.$executeRaw`
    UPDATE supplier_services AS service SET min_quantity = first.min_quantity
    FROM supplier_services AS first
    WHERE service.supplier_id = ${second?.id}::uuid AND first.supplier_id = ${first?.id}::uuid
      AND right(first.external_id, 2) = right(service.external_id, 2)`;
  await control(`${urls.panel}/_control`, {
    merges: { "panel-key-2": mergeSeconds, "panel-key-4": mergeSeconds },
  });
}

/** Changes the preferred supplier of each service. */
async function preferSuppliers(pool: Pool, random: Random): Promise<void> {
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM service_mappings ORDER BY id");
  const preferences = rows.map(() => random.range(1, 100));
  await pool.query(
    `UPDATE service_mappings SET preference = chosen.preference
     FROM unnest($1::uuid[], $2::int[]) AS chosen(id, preference) WHERE service_mappings.id = chosen.id`,
    [rows.map(({ id }) => id), preferences],
  );
}

function sorted(counts: Map<string, number>): Record<string, number> {
  return Object.fromEntries(
    [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function secondsBetween(from: number, to: number): number {
  return Math.round((to - from) / 1000);
}
