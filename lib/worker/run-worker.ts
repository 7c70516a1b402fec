import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import {
  type LogFunctionFactory,
  Logger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type { Connection } from "@/lib/db/client";
import type { Env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { minute, second } from "@/lib/time";
import { startHeartbeat } from "./heartbeat";
import { type TaskContext, tasks } from "./tasks";
import { startTimers } from "./timers";

export type RunningWorker = {
  /** Resolves when jobs are being taken for the first time. */
  ready: Promise<void>;
  /** Takes no further jobs and resolves when the running ones have ended. */
  stop(): Promise<void>;
};

const longestTaskMs = minute;
const idlePollMs = second;
const reopenMs = second;

/**
 * Runs jobs until it is stopped. Outages of the database are sat through: the queue's own loops reconnect, and a
 * loop that died with a job it could not hand back is replaced by opening the queue anew (the job itself is freed by
 * the sweeper).
 */
export function runWorker(connection: Connection, env: Env): RunningWorker {
  // A task must end before its job's lease does, or the sweeper would hand the job to somebody else meanwhile.
  const limitMs = Math.min(longestTaskMs, env.JOB_LEASE_MS / 2);
  const taskList = limitedTasks({ db: connection.db, env, limitMs });
  const timers = startTimers(connection.db, env);
  const heartbeat = startHeartbeat(connection.db);
  const stopping = new AbortController();
  const started = new AbortController();

  const keepOpen = async () => {
    const closing: Promise<void>[] = [];
    while (!stopping.signal.aborted) {
      const queue = await openQueue(env, taskList);
      if (!queue) {
        await wait(reopenMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        continue;
      }
      started.abort();
      await Promise.race([queue.broken, aborted(stopping.signal)]);
      closing.push(close(queue.runner));
    }
    await Promise.all(closing);
  };
  const ended = keepOpen();

  return {
    ready: aborted(started.signal),
    async stop() {
      timers.stop();
      stopping.abort();
      await ended;
      await heartbeat.stop();
    },
  };
}

/** Opens the queue; null, with a log line, when the database isn't there. `broken` resolves when a loop has died. */
async function openQueue(
  env: Env,
  taskList: TaskList,
): Promise<{ runner: Runner; broken: Promise<void> } | null> {
  const broken = new AbortController();
  const isBroken = () => broken.abort();
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:fatalError", isBroken);
  events.on("job:failed", ({ job, error }) => {
    const facts = { job: job.task_identifier, jobId: job.id, err: String(error) };
    logger.error(facts, "a job has used up its attempts: the sweeper will try again while its row is due");
  });
  try {
    const runner = await run({
      connectionString: env.DATABASE_URL,
      maxPoolSize: env.WORKER_CONCURRENCY,
      concurrency: env.WORKER_CONCURRENCY,
      pollInterval: idlePollMs,
      noHandleSignals: true,
      logger: new Logger(toOurLog),
      events,
      taskList,
    });
    runner.promise.then(isBroken, isBroken);
    return { runner, broken: aborted(broken.signal) };
  } catch (error) {
    logger.warn({ err: String(error) }, "the queue could not be opened; trying again");
    return null;
  }
}

async function close(runner: Runner): Promise<void> {
  try {
    await runner.stop();
  } catch (error) {
    logger.debug({ err: String(error) }, "the queue had stopped by itself");
  }
}

/** The queue's task list: each of our tasks, cut off at its limit. A job that is cut off comes again. */
function limitedTasks(context: TaskContext): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown) => {
        const timer = new AbortController();
        const late = wait(context.limitMs, undefined, { signal: timer.signal }).then(() => {
          throw new Error(`${name} did not end within ${context.limitMs} ms`);
        });
        // Aborted when the task was faster; nobody waits for it then.
        late.catch(() => undefined);
        try {
          await Promise.race([task(context, payload), late]);
        } finally {
          timer.abort();
        }
      },
    ]),
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

// The queue's own lines, a level down: what it calls info is said for every single job.
const toOurLog: LogFunctionFactory = (scope) => (level, message, meta) => {
  const facts = { queue: scope.label, workerId: scope.workerId };
  if (level === "error" && !meta?.failure) logger.error(facts, message);
  else if (level === "error" || level === "warning") logger.warn(facts, message);
  else if (level === "info") logger.debug(facts, message);
  else logger.trace(facts, message);
};
