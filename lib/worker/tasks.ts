import type { z } from "zod";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { Env } from "@/lib/env";
import { type JobName, jobSchemas } from "@/lib/jobs/jobs";
import { logger } from "@/lib/logger";
import { loadSettings } from "@/lib/settings/site-settings";
import { providerOptions } from "@/lib/suppliers/protocol/open-provider";
import { second } from "@/lib/time";

/** What every task works with. `limitMs` is when it is cut off; `mayTakeMore` is false once the worker takes no work. */
export type TaskContext = { db: Database; env: Env; limitMs: number; mayTakeMore: () => boolean };

export type Task = (context: TaskContext, payload: unknown) => Promise<void>;

/** A payload that doesn't parse never will, so the job is logged and dropped. */
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
 * The code behind each job. Use cases are imported when they are first needed, so that the worker starts at once. Each
 * task may run twice: its row says what is left to do.
 */
export const tasks: Record<JobName, Task> = {
  "submit-item": task(jobSchemas["submit-item"], async ({ db, env, mayTakeMore }, { id }) => {
    const { submitItemAndOthers } = await import("@/lib/delivery/submit/submit-item-and-others");
    const { socialDeps } = await import("@/lib/social/social-deps");
    await submitItemAndOthers({ ...supplierDeps(db, env), social: socialDeps(db).provider }, id, {
      mayTakeMore,
    });
  }),
  "resolve-item": task(jobSchemas["resolve-item"], async ({ db, env }, { id }) => {
    const { resolveItem } = await import("@/lib/delivery/evidence/resolve-item");
    await resolveItem(supplierDeps(db, env), id);
  }),
  "cancel-late-item": task(jobSchemas["cancel-late-item"], async ({ db, env }, { id }) => {
    const { cancelLateItem } = await import("@/lib/delivery/progress/cancel-late-item");
    await cancelLateItem(supplierDeps(db, env), id);
  }),
  "poll-items": task(jobSchemas["poll-items"], async ({ db, env, limitMs }) => {
    const { pollItems } = await import("@/lib/delivery/progress/poll-items");
    // The rest of the time is for the batch that is in progress when the budget ends.
    await pollItems({ ...supplierDeps(db, env), budgetMs: limitMs / 2 });
  }),
  "recheck-completed": task(jobSchemas["recheck-completed"], async ({ db, env }) => {
    const { recheckCompleted } = await import("@/lib/delivery/progress/recheck-completed");
    await recheckCompleted(supplierDeps(db, env));
  }),
  "count-targets": task(jobSchemas["count-targets"], async ({ db }, { id }) => {
    const { countTargets } = await import("@/lib/delivery/progress/count-targets");
    const { socialDeps } = await import("@/lib/social/social-deps");
    await countTargets(db, socialDeps(db), id);
  }),
  "send-refill": task(jobSchemas["send-refill"], async ({ db, env }, { id }) => {
    const { sendRefill } = await import("@/lib/refills/send-refill");
    await sendRefill(supplierDeps(db, env), id);
  }),
  "poll-refills": task(jobSchemas["poll-refills"], async ({ db, env }) => {
    const { pollRefills } = await import("@/lib/refills/poll-refills");
    await pollRefills(supplierDeps(db, env));
  }),
  "refresh-balances": task(jobSchemas["refresh-balances"], async ({ db, env }) => {
    const { refreshBalances } = await import("@/lib/suppliers/refresh-balances");
    await refreshBalances(supplierDeps(db, env));
  }),
  sweep: task(jobSchemas.sweep, async ({ db, env }) => {
    const { sweep } = await import("@/lib/delivery/sweep");
    const { repairSchedules } = await import("./repair-schedules");
    const { tidyTables } = await import("./tidy-tables");
    const { requeueEvents } = await import("@/lib/webhooks/stripe/requeue-events");
    const { checkWorkers } = await import("@/lib/alerts/check-workers");
    const { checkMails } = await import("@/lib/alerts/check-mails");
    const { runSteps } = await import("@/lib/alerts/set-aside");
    const leases = { submitLeaseMs: env.SUBMIT_LEASE_MS, jobLeaseMs: env.JOB_LEASE_MS };
    const supportEmail = env.SHOP_SUPPORT_EMAIL;
    await runSteps(db, {
      "repair schedules": () => repairSchedules(db, { pollPeriodMs: env.POLL_PERIOD_MS }),
      sweep: () => sweep({ db, ...leases, supportEmail }),
      "requeue events": () => requeueEvents(db),
      "check workers": () => checkWorkers(db, supportEmail),
      "check mails": () => checkMails(db, supportEmail),
      "tidy tables": () => tidyTables(db),
    });
  }),
  "send-mail": task(jobSchemas["send-mail"], async ({ db, env }, { id }) => {
    const { openMailTransport } = await import("@/lib/email/mail-transport");
    const { sendMail } = await import("@/lib/email/send-mail");
    const settings = await loadSettings(db);
    const supportEmail = settings.supportEmail || env.SHOP_SUPPORT_EMAIL;
    await sendMail(
      {
        db,
        transport: openMailTransport(env),
        from: env.MAIL_FROM,
        replyTo: supportEmail,
        shop: { name: settings.shopName || env.SHOP_NAME, supportEmail, origin: env.SHOP_ORIGIN },
        secret: env.SHOP_SECRET,
        timeoutMs: 15 * second,
      },
      id,
    );
  }),
  "account-mail": task(jobSchemas["account-mail"], async ({ db, env }, { sealed }) => {
    const { answerAccountMail } = await import("@/lib/customers/answer-account-mail");
    await answerAccountMail({ db, secret: env.SHOP_SECRET, now: databaseNow() }, sealed);
  }),
  "send-refund": task(jobSchemas["send-refund"], async ({ db, env }, { id }) => {
    const { sendRefund } = await import("@/lib/refunds/send-refund");
    await sendRefund({ db, stripe: await stripeOf(env) }, id);
  }),
  "refund-undelivered": task(jobSchemas["refund-undelivered"], async ({ db }, { id }) => {
    const { refundUndelivered } = await import("@/lib/refunds/refund-undelivered");
    await refundUndelivered(db, id);
  }),
  "handle-stripe-event": task(jobSchemas["handle-stripe-event"], async ({ db, env }, { eventId }) => {
    const { handleEvent } = await import("@/lib/webhooks/stripe/handle-event");
    await handleEvent({ db, stripe: await stripeOf(env) }, eventId);
  }),
  "reconcile-payments": task(jobSchemas["reconcile-payments"], async ({ db, env }) => {
    const { reconcilePayments } = await import("@/lib/reconciliation/reconcile-payments");
    await reconcilePayments({ db, stripe: await stripeOf(env) }, databaseNow());
  }),
  "reconcile-events": task(jobSchemas["reconcile-events"], async ({ db, env, limitMs }) => {
    const { reconcileEvents } = await import("@/lib/webhooks/stripe/reconcile-events");
    await reconcileEvents({ db, stripe: await stripeOf(env) }, { now: databaseNow(), budgetMs: limitMs / 2 });
  }),
  "reconcile-ledger": task(jobSchemas["reconcile-ledger"], async ({ db, env }) => {
    const { reconcileLedger } = await import("@/lib/reconciliation/reconcile-ledger");
    await reconcileLedger({ db, stripe: await stripeOf(env) }, databaseNow());
  }),
  "recheck-quarantine": task(jobSchemas["recheck-quarantine"], async ({ db, env }) => {
    const { releaseIfNothingIsLost } = await import("@/lib/recovery/recover");
    await releaseIfNothingIsLost({ ...supplierDeps(db, env), stripe: await stripeOf(env) });
  }),
};

function supplierDeps(db: Database, env: Env) {
  return {
    db,
    provider: providerOptions(env),
    leaseMs: env.SUBMIT_LEASE_MS,
    firstCheckMs: env.POLL_PERIOD_MS,
    baseMs: env.POLL_PERIOD_MS,
    supportEmail: env.SHOP_SUPPORT_EMAIL,
  };
}

/** Stripe's client for a worker. */
export async function stripeOf(env: Env) {
  const { openStripe } = await import("@/lib/stripe/stripe-client");
  return openStripe({
    secretKey: env.STRIPE_SECRET_KEY,
    apiBase: env.STRIPE_API_BASE,
    timeoutMs: env.STRIPE_TIMEOUT_MS,
  });
}
