import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import {
  type JobHelpers,
  type LogFunctionFactory,
  Logger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { ClientBase } from "pg";
import type { Connection, Database } from "@/lib/base/db/client";
import { keepAsking } from "@/lib/base/db/guarded-client";
import { openPool } from "@/lib/base/db/open-pool";
import { type Env, taskLimitMs } from "@/lib/base/env/env";
import { announceJobs } from "@/lib/base/jobs/enqueue";
import { logger, withLogFields } from "@/lib/base/logger";
import { checkDatabase, watchDatabase } from "@/lib/base/quarantine/check-database";
import { markFile } from "@/lib/base/quarantine/database-mark";
import { measure } from "@/lib/base/telemetry/measure";
import { hour, second } from "@/lib/base/time/time";
import { withinLimit } from "@/lib/base/time/time-limit";
import { checkStripe } from "@/lib/running/recovery/read-stripe";
import { startHeartbeat } from "./heartbeat";
import { outwardTasks, stripeOf, type TaskContext, tasks } from "./tasks";
import { startTimers } from "./timers";
import { type Loops, startWaking } from "./wake-loops";

type RunningWorker = {
  /** Resolves when jobs are being taken for the first time. */
  ready: Promise<void>;
  /** Takes no further jobs and resolves when the running ones have ended. */
  stop(): Promise<void>;
};

// startWaking wakes the loops when jobs are due, so they don't poll.
const loopPollMs = hour;
const reopenMs = second;
const askListenerMs = 10 * second;

/**
 * Runs jobs until it is stopped, even through outages of the database: the queue's loops reconnect, and after a loop
 * has died the queue is opened again and its job freed. While the process's clock is wrong, it takes no work.
 */
export function runWorker(connection: Connection, env: Env): RunningWorker {
  // The queue and the timers run while the clock is right; jobs already running are finished either way.
  let working: AbortController | undefined;
  const limitMs = taskLimitMs(env);
  const known = tasks.map(({ name }) => name);
  const taskList = limitedTasks({ db: connection.db, env, limitMs, known });
  const file = markFile(env.DATABASE_URL, env.STATE_DIR);
  const watch = watchDatabase(connection.db, file);
  const outage = tellOutages();
  const started = new AbortController();
  const ended: Promise<void>[] = [];

  const keepOpen = async (ending: AbortSignal) => {
    const closing: Promise<void>[] = [];
    let isFirst = true;
    while (!ending.aborted) {
      // Repeated after every outage, because it may be another database now.
      const isVerified = await verify(connection, env, file, isFirst);
      isFirst &&= !isVerified;
      const queue = isVerified ? await openQueue(env, taskList, outage) : null;
      if (!queue) {
        await wait(reopenMs, undefined, { signal: ending }).catch(() => undefined);
        continue;
      }
      started.abort();
      await Promise.race([queue.broken, aborted(ending)]);
      closing.push(queue.close().then((workers) => freeJobs(connection.db, workers, ending)));
    }
    await Promise.all(closing);
  };

  let isStopping = false;
  const pause = () => {
    working?.abort();
    working = undefined;
  };
  const work = () => {
    if (working || isStopping) return;
    working = new AbortController();
    const timers = startTimers(connection.db, env);
    working.signal.addEventListener("abort", () => timers.stop(), { once: true });
    ended.push(keepOpen(working.signal));
  };
  const heartbeat = startHeartbeat(connection.db, { onRight: work, onWrong: pause });

  return {
    ready: aborted(started.signal),
    async stop() {
      isStopping = true;
      watch.stop();
      pause();
      await Promise.all(ended);
      await heartbeat.stop();
    },
  };
}

/** Verifies the database before any job is taken; false when it is away (with a log line) or not known yet. */
async function verify({ db }: Connection, env: Env, file: string, isFirst: boolean): Promise<boolean> {
  try {
    if (!(await checkDatabase(db, file))) return false;
    if (isFirst) await checkStripe({ db, stripe: await stripeOf(env) });
    return true;
  } catch (error) {
    logger.warn({ err: String(error) }, "the database could not be verified; trying again");
    return false;
  }
}

/**
 * Frees the jobs that a closed queue's loops still hold because the database was away when they ended: they, and the
 * jobs behind them, would otherwise wait for the end of a lease. Tries until the database answers or the worker ends.
 */
async function freeJobs(db: Database, workers: string[], ending: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await db.$executeRaw`SELECT graphile_worker.force_unlock_workers(${workers}::text[]), ${announceJobs}`;
      return;
    } catch (error) {
      // While the database is away, verify() says so each time.
      if (ending.aborted) {
        logger.warn({ err: String(error) }, "jobs could not be freed: the sweeper will, after their lease");
        return;
      }
      await wait(reopenMs, undefined, { signal: ending }).catch(() => undefined);
    }
  }
}

type Queue = {
  /** Resolves when a loop has died. */
  broken: Promise<void>;
  /** Takes no further jobs, waits for those that run and returns the names under which its loops held them. */
  close(): Promise<string[]>;
};

// Of the places of a worker. The rest is for what money needs and for the shop's own work.
const outwardShare = 0.6;

/** The parts of the queue: which tasks each takes, and how many jobs at once, at least one. */
function partsOf(env: Env, taskList: TaskList) {
  const among = (isOutward: boolean) =>
    Object.fromEntries(Object.entries(taskList).filter(([name]) => outwardTasks.has(name) === isOutward));
  const outward = Math.max(1, Math.floor(env.WORKER_CONCURRENCY * outwardShare));
  const others = Math.max(1, env.WORKER_CONCURRENCY - outward);
  return [
    { concurrency: outward, taskList: among(true) },
    { concurrency: others, taskList: among(false) },
  ];
}

/** Opens the queue; null, with a log line, when the database is away. */
async function openQueue(env: Env, taskList: TaskList, outage: Outage): Promise<Queue | null> {
  const broken = new AbortController();
  const onBroken = () => broken.abort();
  const workers: string[] = [];
  const loops: Loops = new Map();
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker, tasks: taken }) => {
    workers.push(worker.workerId);
    loops.set(worker, taken);
  });
  events.on("worker:release", ({ worker }) => loops.delete(worker));
  events.on("worker:fatalError", onBroken);
  events.on("job:failed", ({ job, error }) => {
    const facts = { job: job.task_identifier, jobId: job.id, err: String(error) };
    logger.error(facts, "a job has used up its attempts: the sweeper will try again while its row is due");
  });
  events.on("worker:getJob:error", ({ error }) => outage.begin(error));
  for (const taken of ["worker:getJob:empty", "job:start"] as const) events.on(taken, outage.end);
  const parts = partsOf(env, taskList);
  const places = parts.reduce((sum, { concurrency }) => sum + concurrency, 0);
  // Each part also listens on a connection of its own.
  const pool = openPool(env.DATABASE_URL, places + parts.length);
  const waking = startWaking(pool, loops, outage.begin);
  events.on("pool:listen:notification", waking.soon);
  const listeners = new Map<ClientBase, () => void>();
  events.on("pool:listen:success", ({ client }) => {
    listeners.set(client, keepAsking(client, askListenerMs));
    waking.soon();
  });
  for (const end of ["pool:listen:release", "pool:listen:error"] as const) {
    events.on(end, ({ client }) => listeners.get(client)?.());
  }
  // A job that failed is tried again later, which is not announced.
  events.on("job:complete", ({ error }) => {
    if (error) waking.soon();
  });
  const runners: Runner[] = [];
  const close = async () => {
    waking.stop();
    await Promise.all(runners.map(stop));
    for (const stopAsking of listeners.values()) stopAsking();
    await pool.end();
    return workers;
  };
  try {
    for (const part of parts) {
      const runner = await run({
        ...part,
        pgPool: pool,
        pollInterval: loopPollMs,
        noHandleSignals: true,
        logger: new Logger(toOurLog),
        events,
      });
      runners.push(runner);
      runner.promise.then(onBroken, onBroken);
    }
    return { broken: aborted(broken.signal), close };
  } catch (error) {
    await close();
    logger.warn({ err: String(error) }, "the queue could not be opened; trying again");
    return null;
  }
}

type Outage = { begin(error: unknown): void; end(): void };

/** Logs once when no job can be taken and once when jobs can be taken again; graphile-worker retries silently. */
function tellOutages(): Outage {
  let isOut = false;
  return {
    begin(error) {
      if (!isOut) logger.warn({ err: String(error) }, "no job could be taken; trying again");
      isOut = true;
    },
    end() {
      if (isOut) logger.info("jobs can be taken again");
      isOut = false;
    },
  };
}

async function stop(runner: Runner): Promise<void> {
  try {
    await runner.stop();
  } catch (error) {
    logger.debug({ err: String(error) }, "the queue had already stopped");
  }
}

/**
 * The queue's task list: each of our tasks, measured, and failed at its limit, after which the job is tried again. The
 * work that it began is not stopped, so a task must be safe to run twice at the same time.
 */
function limitedTasks(context: TaskContext): TaskList {
  return Object.fromEntries(
    tasks.map(({ name, run: runTask }) => {
      const measured = {
        histogram: "groundswell_job_duration_seconds",
        span: `job ${name}`,
        labels: { task: name },
      } as const;
      return [
        name,
        (payload: unknown, { job }: JobHelpers) =>
          withLogFields({ job: name, jobId: String(job.id) }, () =>
            measure(measured, () =>
              withinLimit(runTask(context, payload), context.limitMs, () => {
                throw new Error(`${name} did not end within ${context.limitMs} ms`);
              }),
            ),
          ),
      ];
    }),
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

// The queue's own log lines, a level down: it writes an info line for each job.
const toOurLog: LogFunctionFactory = (scope) => (level, message, meta) => {
  const facts = { queue: scope.label, workerId: scope.workerId };
  if (level === "error" && !meta?.failure) logger.error(facts, message);
  else if (level === "error" || level === "warning") logger.warn(facts, message);
  else if (level === "info") logger.debug(facts, message);
  else logger.trace(facts, message);
};
