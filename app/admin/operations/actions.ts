"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import type { AdminResult } from "@/components/admin/action-form";
import { closeAlert } from "@/lib/alerts/close-alert";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { getDb } from "@/lib/db/client";
import { resendMail } from "@/lib/email/resend-mail";
import { retryJob } from "@/lib/jobs/retry-job";

type Previous = AdminResult | null;

const jobIdSchema = z.string().regex(/^\d{1,18}$/);
const jobSchema = z.object({ jobId: jobIdSchema.transform(BigInt), reason: reasonSchema });
const mailSchema = z.object({ id: z.uuid(), reason: reasonSchema });
const alertSchema = z.object({ key: z.string().min(1).max(300), reason: reasonSchema });

export async function retryJobAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", jobSchema, form, async (input, { user: actor }) => {
    await retryJob(getDb(), { ...input, actor });
    return { message: "It runs again now." };
  });
  if (result.ok) refresh();
  return result;
}

export async function resendMailAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", mailSchema, form, async (input, { user: actor }) => {
    await resendMail(getDb(), { ...input, actor });
    return { message: "The mail is sent again." };
  });
  if (result.ok) refresh();
  return result;
}

export async function closeAlertAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", alertSchema, form, async (input, { user: actor }) => {
    await closeAlert(getDb(), { ...input, actor });
    return { message: "Closed. It comes back if its cause does." };
  });
  if (result.ok) refresh();
  return result;
}
