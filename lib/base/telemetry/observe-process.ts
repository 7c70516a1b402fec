import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Pool } from "pg";
import { clockOffsetMs } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";
import { observe, type Reading } from "./observe";

const descriptions = {
  groundswell_event_loop_delay_seconds:
    "How late the event loop was: the 99th percentile since the last reading.",
  groundswell_process_memory_bytes: "Memory of the process, by kind.",
  groundswell_database_pool_connections:
    "Connections of the process's pool: used, free, and requests that wait.",
  groundswell_clock_offset_seconds: "How far the process's clock is ahead of the database's.",
} as const;

// Ten times as often would take nearly one percent of a core, also of a process that has nothing to do.
const sampledEveryMs = 100;

/** Observes this process: its event loop, memory, pool and clock. */
export function observeProcess(pool: Pool): void {
  const delay = monitorEventLoopDelay({ resolution: sampledEveryMs });
  delay.enable();
  observe(descriptions, () => {
    const offsetMs = clockOffsetMs();
    const { rss, heapUsed, external } = process.memoryUsage();
    // The histogram has the nanoseconds from sample to sample.
    const latenessMs = Math.max(0, delay.percentile(99) / 1e6 - sampledEveryMs);
    const used = pool.totalCount - pool.idleCount;
    const readings: Reading[] = [
      { name: "groundswell_event_loop_delay_seconds", value: latenessMs / second },
      ...labelled("groundswell_process_memory_bytes", "kind", { resident: rss, heap: heapUsed, external }),
      ...labelled("groundswell_database_pool_connections", "state", {
        used,
        free: pool.options.max - used,
        waiting: pool.waitingCount,
      }),
      ...(offsetMs === null ? [] : [{ name: "groundswell_clock_offset_seconds", value: offsetMs / second }]),
    ];
    delay.reset();
    return readings;
  });
}

function labelled(name: keyof typeof descriptions, label: string, values: Record<string, number>): Reading[] {
  return Object.entries(values).map(([kind, value]) => ({ name, value, labels: { [label]: kind } }));
}
