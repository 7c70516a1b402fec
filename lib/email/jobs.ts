import { Prisma } from "@/lib/db/generated/client";
import { type DueRows, rowJob } from "@/lib/jobs/define-job";

/** Sends a queued mail. */
export const sendMailJob = rowJob("send-mail", "mail");

/** What the sweeper adds jobs for. */
export const dueMails: DueRows = {
  job: sendMailJob,
  rows: Prisma.sql`
    SELECT id, created_at AS since FROM email_log
    WHERE state = 'queued' AND created_at < now() - interval '1 minute'`,
};
