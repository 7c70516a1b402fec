import { Prisma } from "@/lib/db/generated/client";
import { rowJob } from "@/lib/jobs/define-job";

export const sendMailJob = rowJob(
  "send-mail",
  "mail",
  Prisma.sql`
    SELECT id, created_at AS since FROM email_log
    WHERE state = 'queued' AND created_at < now() - interval '1 minute'`,
);
