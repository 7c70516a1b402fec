import { AdminSection } from "@/components/admin/admin-section";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import type { WorkerState } from "@/lib/reporting/load-operations";

/** The workers, by their heartbeats. */
export function WorkerList({ workers }: { workers: WorkerState[] }) {
  const isNone = !workers.some((worker) => worker.isAlive);
  return (
    <AdminSection title="Workers">
      {isNone ? (
        <p className="font-medium text-destructive">
          No worker is running. Start one: nothing is delivered, refunded or mailed without it.
        </p>
      ) : null}
      <ul className="flex flex-col gap-3 empty:hidden text-sm">
        {workers.map((worker) => (
          <li key={worker.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
            <Badge variant={worker.isAlive && !worker.clockProblem ? "completed" : "failed"}>
              {worker.isAlive ? (worker.clockProblem ? "Wrong clock" : "Alive") : "Killed"}
            </Badge>
            <span className="font-medium wrap-anywhere">
              {worker.host}, process {worker.pid}
            </span>
            <span className="text-muted-foreground">
              last seen <LocalTime at={worker.lastSeenAt} isRelative />, started{" "}
              <LocalTime at={worker.startedAt} />, clock {(worker.clockOffsetMs / 1_000).toFixed(1)} s off
            </span>
            {worker.clockProblem ? (
              <span className="basis-full text-destructive">
                This worker takes no jobs: {worker.clockProblem}. Correct the clock of its machine; it then
                continues automatically.
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
