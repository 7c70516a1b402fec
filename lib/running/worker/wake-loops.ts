import type { TaskList, Worker } from "graphile-worker";
import type { Pool } from "pg";
import { second } from "@/lib/base/time/time";

/** The queue's loops, and the tasks whose jobs each takes. */
export type Loops = Map<Pick<Worker, "nudge">, TaskList>;

// Changes that follow each other are read together, and so are jobs that become due one after the other.
const gapMs = second / 2;
const shortestMs = second / 20;
// Not every job that becomes due is announced: its worker may have died while it waited for a retry.
const longestMs = 10 * second;

// The tasks of waiting jobs: how many are due, and when the next one will be.
const waitingJobs = {
  name: "waiting jobs",
  text: `
    SELECT task_identifier AS task, count(*) FILTER (WHERE run_at <= now())::int AS due,
      ceil(extract(epoch FROM min(run_at) FILTER (WHERE run_at > now()) - now()) * 1000)::float8 AS "nextMs"
    FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts < max_attempts GROUP BY task_identifier`,
};
type Waiting = { task: string; due: number; nextMs: number | null };

/**
 * Wakes idle loops when jobs become due. The queue itself wakes one when a job is added; this reads when the others are
 * due, in one statement for all loops, where each of them would otherwise poll. After a failure all are woken, to try
 * again. `soon()`: jobs were added or failed.
 */
export function startWaking(
  pool: Pool,
  loops: Loops,
  onFailure: (error: unknown) => void,
): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let plannedAt = Number.POSITIVE_INFINITY;
  let isStopped = false;
  let hasFailed = false;

  const plan = (inMs: number) => {
    const at = performance.now() + inMs;
    if (isStopped || at >= plannedAt) return;
    clearTimeout(timer);
    plannedAt = at;
    timer = setTimeout(() => void look(), inMs);
  };
  const look = async () => {
    plannedAt = Number.POSITIVE_INFINITY;
    try {
      const { rows } = await pool.query<Waiting>(waitingJobs);
      if (isStopped) return;
      // One that could not take a job waits for this, too.
      if (hasFailed) for (const worker of loops.keys()) worker.nudge();
      hasFailed = false;
      for (const { task, due } of rows) wake(loops, task, due);
      const nextMs = Math.min(longestMs, ...rows.flatMap((row) => row.nextMs ?? []));
      plan(Math.max(shortestMs, nextMs));
    } catch (error) {
      if (isStopped) return;
      hasFailed = true;
      onFailure(error);
      plan(gapMs);
    }
  };
  plan(0);
  return {
    soon: () => plan(gapMs),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Wakes at most `count` idle loops that take this task. */
function wake(loops: Loops, task: string, count: number): void {
  let left = count;
  for (const [worker, tasks] of loops) {
    if (left === 0) return;
    if (task in tasks && worker.nudge()) left--;
  }
}
