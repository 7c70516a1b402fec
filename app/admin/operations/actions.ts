"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { retryJob } from "@/lib/base/jobs/retry-job";
import { alertKeySchema, closeAlert } from "@/lib/mail/alerts/close-alert";
import { resendMail } from "@/lib/mail/queue/failed-mails";
import { mailKinds } from "@/lib/running/worker/mail-kinds";

const jobIdSchema = z.string().regex(/^\d{1,18}$/);
const jobSchema = withReason.extend({ jobId: jobIdSchema.transform(BigInt) });
const mailSchema = withReason.extend({ id: z.uuid() });
const alertSchema = withReason.extend({ key: alertKeySchema });

export const retryJobAction = adminAction("operations.change", jobSchema, async (input, actor) => {
  await retryJob(getDb(), { ...input, actor });
  return "The job runs again now.";
});

export const resendMailAction = adminAction("mails.resend", mailSchema, async (input, actor) => {
  await resendMail(getDb(), { ...input, mailKinds, actor });
  return "The email will be sent again.";
});

export const closeAlertAction = adminAction("operations.change", alertSchema, async (input, actor) => {
  await closeAlert(getDb(), { ...input, actor });
  return "Closed. It comes back if the problem returns.";
});
