import { ActionDialog } from "@/components/admin/action-dialog";
import type { AdminAction } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import type { FailedJob, QueueState } from "@/lib/reporting/load-operations";

type QueueSectionProps = { queue: QueueState; failed: FailedJob[]; retry: AdminAction };

/** The queue: how much waits and how long, and the jobs that failed. */
export function QueueSection({ queue, failed, retry }: QueueSectionProps) {
  const figure = (count: number) => count.toLocaleString("en-US");
  return (
    <AdminSection title="Queue">
      <FactList
        facts={[
          { label: "Due now", value: figure(queue.due) },
          {
            label: "The oldest was due",
            value: queue.oldestDueAt ? <LocalTime at={queue.oldestDueAt} isRelative /> : "Nothing waits",
          },
          { label: "Running", value: figure(queue.running) },
          { label: "Later", value: figure(queue.later) },
          { label: "Given up", value: figure(queue.givenUp) },
        ]}
      />
      <h3 className="font-semibold">Failed jobs</h3>
      {failed.length === 0 ? <p className="text-sm text-muted-foreground">No job has failed.</p> : null}
      <ul className="flex flex-col gap-4 empty:hidden text-sm">
        {failed.map((job) => (
          <li key={job.id} className="flex flex-wrap items-start justify-between gap-3">
            <div className="flex min-w-0 max-w-prose flex-col gap-1">
              <p className="font-medium wrap-anywhere">
                {job.task} <span className="font-normal text-muted-foreground">{job.key}</span>
              </p>
              <p className="wrap-anywhere">{job.error}</p>
              <p className="text-muted-foreground tabular-nums">
                {job.attempts} of {job.maxAttempts} attempts,{" "}
                {job.nextRunAt ? (
                  <>
                    again at <LocalTime at={job.nextRunAt} />
                  </>
                ) : (
                  "given up"
                )}
              </p>
            </div>
            <ActionDialog
              label="Run again"
              ariaLabel={`Run ${job.task} ${job.key ?? job.id} again`}
              title="Run this job again"
              detail="It runs at once, with all its attempts. Jobs bear being run twice: the row they name decides what is left to do."
              submitLabel="Run again"
              hidden={{ jobId: job.id }}
              action={retry}
            />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
