import { AllowedDialog } from "@/app/admin/allowed-action";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import type { FailedJob, QueueState } from "@/lib/operator/reporting/load-operations";
import { retryJobAction } from "./actions";

/** `failed` has at most `limit` jobs. */
type QueueSectionProps = { queue: QueueState; failed: FailedJob[]; limit: number };

/** The queue's length and delay, and failed jobs. */
export function QueueSection({ queue, failed, limit }: QueueSectionProps) {
  const figure = (count: number) => count.toLocaleString("en-US");
  return (
    <AdminSection title="Queue">
      <FactList
        facts={{
          "Due now": figure(queue.due),
          "Oldest due": queue.oldestDueAt ? <LocalTime at={queue.oldestDueAt} isRelative /> : "None",
          Running: figure(queue.running),
          Later: figure(queue.later),
          "Given up": figure(queue.givenUp),
        }}
      />
      <h3 className="font-semibold">Failed jobs</h3>
      <AdminList empty="No job has failed." most={["oldest", limit]}>
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
            <RetryJob job={job} />
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

export function RetryJob({ job }: { job: { id: string; task: string; key?: string | null } }) {
  return (
    <AllowedDialog
      label="Run again"
      ariaLabel={`Run again: ${job.task} ${job.key ?? job.id}`}
      title="Run this job again"
      detail="It runs at once, with all its attempts. Running a job twice is safe: it only does what is still open."
      hidden={{ jobId: job.id }}
      reasons={["Its cause is fixed", "To try once more"]}
      action={retryJobAction}
    />
  );
}
