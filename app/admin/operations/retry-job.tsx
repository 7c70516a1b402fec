import { ActionDialog } from "@/app/admin/allowed-action";
import { retryJobAction } from "./actions";

/** Runs a failed job again. */
export function RetryJob({ job }: { job: { id: string; task: string; key?: string | null } }) {
  return (
    <ActionDialog
      label="Run again"
      ariaLabel={`Run again: ${job.task} ${job.key ?? job.id}`}
      title="Run this job again"
      detail="It runs at once, with all its attempts. Running a job twice is safe: it only does what is still open."
      hidden={{ jobId: job.id }}
      action={retryJobAction}
    />
  );
}
