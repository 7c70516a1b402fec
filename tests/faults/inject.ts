import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { control } from "../support/control";
import { openOutside } from "./outside";
import type { Injection } from "./plan";
import type { ProcessGroup } from "./process-group";
import type { TestShop } from "./test-shop";

export type Injector = ReturnType<typeof openInjector>;

/** A fault and when it was active, in Unix milliseconds. */
export type Held = { name: string; fromMs: number; toMs: number };

const skews: Record<string, number> = { "ten minutes slow": -600_000, "ten days ahead": 864_000_000 };

const longestCallMs = 5_000;
// Several sweeps and status rounds, so that a clone that goes live does something.
const cloneMs = 20_000;
// Several, because a single call often can't lead to a second purchase: its order is refunded, or its supplier merges
// calls.
const callsInKill = 4;

const queuesSchema = z.object({ faults: z.array(z.string()) });
const panelSchema = z.object({ faults: z.object({ add: z.array(z.string()), status: z.array(z.string()) }) });

/** Everything that can be made to go wrong in a shop under test. */
export function openInjector(testShop: TestShop, leaveOut: readonly string[]) {
  const { urls } = testShop;
  const counts = new Map<string, number>();
  const outside = openOutside(urls);
  const lasting = new Set<Promise<unknown>>();
  const timeline: Held[] = [];
  const count = (name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);
  /** Lets work run beside the schedules; `heal` waits for it. */
  const last = (work: Promise<unknown>) => {
    const kept = work.catch(() => undefined).finally(() => lasting.delete(kept));
    lasting.add(kept);
  };

  const stripeFaults = (faults: object) => control(`${urls.stripe}/_control/faults`, faults);
  const hooks = (list: object[]) => control(`${urls.stripe}/_control/hooks`, { hooks: list });

  async function stripe({ fault, amount }: Injection): Promise<void> {
    if (fault === "answers 500") return void (await stripeFaults({ failNext: amount, status: 500 }));
    if (fault === "answers 429") return void (await stripeFaults({ failNext: amount, status: 429 }));
    if (fault === "loses answers") return void (await stripeFaults({ loseResponse: amount }));
    if (fault === "sends no url") return void (await stripeFaults({ noUrl: amount }));
    await stripeFaults({ delayMs: amount });
    last(wait(amount * 2).then(() => stripeFaults({ delayMs: 0 })));
  }

  async function webhooks({ fault, amount }: Injection): Promise<void> {
    if (fault === "never sent") {
      await hooks([]);
      return last(wait(amount).then(() => hooks([testShop.hook])));
    }
    if (fault === "storm") {
      const { data } = await testShop.stripe.events.list({ limit: 100 });
      const again = { times: 5, ageSeconds: 0 };
      for (const event of data.slice(0, amount))
        last(control(`${urls.stripe}/_control/redeliver/${event.id}`, again));
      return;
    }
    if (fault === "sent again") {
      const { data } = await testShop.stripe.events.list({ limit: 20 });
      const event = data[amount % Math.max(1, data.length)];
      // Signed up to 200 seconds ago, which is still recent enough for the shop to accept.
      const again = { times: amount, ageSeconds: amount * 20 };
      if (event) last(control(`${urls.stripe}/_control/redeliver/${event.id}`, again));
      return;
    }
    await stripeFaults({ webhooks: fault });
    last(wait(amount).then(() => stripeFaults({ webhooks: "normal" })));
  }

  /** Adds to the queued faults. A fault that a call takes in between is queued a second time, which does no harm. */
  async function queue(kind: "add" | "status", { fault, amount }: Injection): Promise<void> {
    const { faults } = panelSchema.parse(await look(`${urls.panel}/_control`));
    const queued = [...faults[kind], ...Array.from({ length: amount }, () => fault)];
    await control(`${urls.panel}/_control`, { faults: { [kind]: queued } });
  }

  async function queueAt(url: string, { fault, amount }: Injection): Promise<void> {
    const { faults } = queuesSchema.parse(await look(url));
    await control(url, { faults: [...faults, ...Array.from({ length: amount }, () => fault)] });
  }

  /** Deletes jobs: their rows are still due, so the sweeper adds them again. */
  async function loseJobs(amount: number): Promise<void> {
    await testShop.connection.pool.query(
      `DELETE FROM graphile_worker._private_jobs WHERE id IN (
        SELECT jobs.id FROM graphile_worker._private_jobs AS jobs JOIN graphile_worker._private_tasks AS tasks
          ON tasks.id = jobs.task_id
        WHERE tasks.identifier IN ('submit-item', 'send-mail', 'send-refund', 'refund-undelivered', 'handle-stripe-event')
          AND jobs.locked_at IS NULL ORDER BY jobs.id DESC LIMIT $1 FOR UPDATE OF jobs SKIP LOCKED)`,
      [amount],
    );
  }

  let turn = 0;

  /** Makes calls wait for an answer, and resolves when there are some: they are made, but their outcome isn't known. */
  async function untilInCall(): Promise<void> {
    await untilDone(() => queue("add", { at: "add", fault: "hang", amount: callsInKill }));
    for (const untilMs = Date.now() + longestCallMs; Date.now() < untilMs; await wait(100)) {
      const { rows } = await testShop.connection.pool.query(
        "SELECT FROM supplier_calls WHERE action = 'add' AND ended_at IS NULL AND started_at > now() - interval '1 second'",
      );
      if (rows.length > 0) break;
    }
  }

  async function killInCall(): Promise<void> {
    await untilInCall();
    await Promise.all(
      Array.from({ length: testShop.workers.size }, (_, index) => testShop.workers.replace(index)),
    );
  }

  async function hurt(group: ProcessGroup, { fault, amount }: Injection): Promise<void> {
    if (fault === "killed in a call") return killInCall();
    const index = turn;
    if (fault === "stopped") return group.pause(index, amount);
    const skewMs = skews[fault];
    if (skewMs === undefined) return group.replace(index, fault === "killed" ? "SIGKILL" : "SIGTERM");
    // Always process 0, so that never all clocks are wrong at once.
    await group.replace(0, "SIGKILL", skewMs);
    await wait(amount);
    await group.replace(0);
  }

  async function run(injection: Injection, account: string): Promise<void> {
    const { at, fault, amount } = injection;
    turn += 1;
    switch (at) {
      case "stripe":
        return stripe(injection);
      case "webhooks":
        return webhooks(injection);
      case "add":
      case "status":
        return queue(at, injection);
      case "panel":
        return void (await control(`${urls.panel}/_control`, { offlineMs: amount }));
      case "mail":
      case "social":
        return queueAt(`${urls[at]}/_control`, injection);
      case "account":
        return last(outside.account(account, injection));
      case "supplier":
        return last(outside.supplier(turn, injection));
      case "worker":
        return last(hurt(testShop.workers, injection));
      case "web":
        return last(hurt(testShop.webs, injection));
      case "database":
        return fault === "frozen" ? testShop.freezeConnections() : last(testShop.forbidWrites(amount));
      case "postgres":
        if (fault === "promoted in a call") return last(untilInCall().then(testShop.promoteStandby));
        return last(testShop.crashPostgres());
      case "clone":
        return last(testShop.runClone(cloneMs));
      case "jobs":
        return loseJobs(amount);
      default:
        throw new Error(`nothing is called ${at}`);
    }
  }

  return {
    /** How often each kind was injected. */
    counts,
    timeline,
    /** Starts a fault. A lasting one ends on its own; this does not wait for it. `account` is the buyer's target. */
    async inject(injection: Injection, account: string): Promise<void> {
      if (leaveOut.includes(`${injection.at} ${injection.fault}`)) return;
      const fromMs = Date.now();
      // `amount` is a count or milliseconds; a count is smaller than a second.
      const toMs = fromMs + Math.max(1_000, injection.amount);
      timeline.push({ name: `${injection.at} ${injection.fault}`, fromMs, toMs });
      try {
        await run(injection, account);
        count(`${injection.at} ${injection.fault}`, isQueued(injection) ? injection.amount : 1);
      } catch {
        // The part is down (the panel's listener is closed, the database restarts).
        count(`not possible just then: ${injection.at} ${injection.fault}`);
      }
    },
    /** Waits for lasting faults, removes queued ones, and resolves when every part works again. */
    async heal(): Promise<void> {
      while (lasting.size > 0) await Promise.all(lasting);
      await untilDone(async () => {
        const { faults } = panelSchema.parse(await look(`${urls.panel}/_control`));
        for (const kind of ["add", "status"] as const)
          for (const fault of faults[kind]) count(`${kind} ${fault}`, -1);
        await control(`${urls.panel}/_control`, { faults: { add: [], status: [] } });
      });
      for (const name of ["mail", "social"] as const) {
        const { faults } = queuesSchema.parse(await look(`${urls[name]}/_control`));
        for (const fault of faults) count(`${name} ${fault}`, -1);
        await control(`${urls[name]}/_control`, { faults: [] });
      }
      await stripeFaults({ failNext: 0, status: 500, delayMs: 0, loseResponse: 0, noUrl: 0 });
      await stripeFaults({ webhooks: "normal" });
      await hooks([testShop.hook]);
    },
  };
}

function isQueued({ at }: Injection): boolean {
  return at === "add" || at === "status" || at === "mail" || at === "social";
}

async function look(url: string): Promise<unknown> {
  return (await fetch(url, { signal: AbortSignal.timeout(30_000) })).json();
}

async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 40) throw error;
      await wait(100);
    }
  }
}
