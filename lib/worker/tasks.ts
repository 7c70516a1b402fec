import type { z } from "zod";
import type { Database } from "@/lib/db/client";
import type { Env } from "@/lib/env";
import { type JobName, jobSchemas } from "@/lib/jobs/jobs";
import { logger } from "@/lib/logger";

/** What every task works with. `limitMs` is when it is cut off. */
export type TaskContext = { db: Database; env: Env; limitMs: number };

export type Task = (context: TaskContext, payload: unknown) => Promise<void>;

/** A payload that doesn't parse will not parse the next time either, so it is logged and never comes again. */
function task<T>(schema: z.ZodType<T>, run: (context: TaskContext, payload: T) => Promise<void>): Task {
  return async (context, payload) => {
    const parsed = schema.safeParse(payload);
    if (parsed.success) return run(context, parsed.data);
    logger.error(
      { issues: parsed.error.issues.map((issue) => issue.message) },
      "dropped a job with a wrong payload",
    );
  };
}

/**
 * The code behind each job. Use cases are imported when they are first needed, so that the worker is up at once.
 * Every one of them bears being run twice: its row says what is left to do.
 */
export const tasks: Record<JobName, Task> = {
  "submit-item": task(jobSchemas["submit-item"], async ({ db, env }, { id }) => {
    const { submitItem } = await import("@/lib/fulfillment/submit-item");
    await submitItem({ db, provider: providerOptions(env), firstCheckMs: env.POLL_PERIOD_MS }, id);
  }),
  "poll-items": task(jobSchemas["poll-items"], async ({ db, env, limitMs }) => {
    const { pollItems } = await import("@/lib/fulfillment/poll-items");
    // The rest of the time is for the batch that is under way when the budget ends.
    await pollItems({
      db,
      provider: providerOptions(env),
      baseMs: env.POLL_PERIOD_MS,
      budgetMs: limitMs / 2,
    });
  }),
  sweep: task(jobSchemas.sweep, async ({ db, env }) => {
    const { sweep } = await import("@/lib/fulfillment/sweep");
    await sweep({ db, submitLeaseMs: env.SUBMIT_LEASE_MS, jobLeaseMs: env.JOB_LEASE_MS });
  }),
  "send-mail": task(jobSchemas["send-mail"], async ({ db, env }, { id }) => {
    const { openResend, sendMail } = await import("@/lib/email/send-mail");
    const shop = { name: env.SHOP_NAME, supportEmail: env.SHOP_SUPPORT_EMAIL, origin: env.SHOP_ORIGIN };
    const resend = openResend(env.RESEND_API_KEY, env.RESEND_BASE_URL);
    await sendMail(
      { db, resend, from: env.MAIL_FROM, replyTo: env.SHOP_SUPPORT_EMAIL, shop, timeoutMs: mailTimeoutMs },
      id,
    );
  }),
  "send-refund": task(jobSchemas["send-refund"], async ({ db, env }, { id }) => {
    const { sendRefund } = await import("@/lib/payments/send-refund");
    await sendRefund({ db, stripe: await stripeOf(env) }, id);
  }),
  "refund-undelivered": task(jobSchemas["refund-undelivered"], async ({ db }, { id }) => {
    const { refundUndelivered } = await import("@/lib/payments/refund-undelivered");
    await refundUndelivered(db, id);
  }),
  "reconcile-payments": task(jobSchemas["reconcile-payments"], async ({ db, env }) => {
    const { reconcilePayments } = await import("@/lib/checkout/reconcile-payments");
    await reconcilePayments({ db, stripe: await stripeOf(env) }, new Date());
  }),
};

const mailTimeoutMs = 15_000;

function providerOptions(env: Env) {
  return { secret: env.SHOP_SECRET, timeoutMs: env.SUPPLIER_TIMEOUT_MS };
}

async function stripeOf(env: Env) {
  const { openStripe } = await import("@/lib/payments/stripe-client");
  return openStripe({
    secretKey: env.STRIPE_SECRET_KEY,
    apiBase: env.STRIPE_API_BASE,
    timeoutMs: env.STRIPE_TIMEOUT_MS,
  });
}
