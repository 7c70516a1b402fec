"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { alertKeySchema, closeAlert } from "@/lib/alerts/close-alert";
import { withReason } from "@/lib/audit/reason-schema";
import { getDb } from "@/lib/db/client";
import { resendMail } from "@/lib/email/failed-mails";
import { retryJob } from "@/lib/jobs/retry-job";

const jobIdSchema = z.string().regex(/^\d{1,18}$/);
const jobSchema = withReason.extend({ jobId: jobIdSchema.transform(BigInt) });
const mailSchema = withReason.extend({ id: z.uuid() });
const alertSchema = withReason.extend({ key: alertKeySchema });

export const retryJobAction = adminAction("operations.change", jobSchema, async (input, actor) => {
  await retryJob(getDb(), { ...input, actor });
  return "The job runs again now.";
});

export const resendMailAction = adminAction("mails.resend", mailSchema, async (input, actor) => {
  await resendMail(getDb(), { ...input, actor });
  return "The email will be sent again.";
});

export const closeAlertAction = adminAction("operations.change", alertSchema, async (input, actor) => {
  await closeAlert(getDb(), { ...input, actor });
  return "Closed. It comes back if the problem returns.";
});
