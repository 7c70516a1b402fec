import { z } from "zod";
import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import type { Env } from "@/lib/base/env/env";
import { unknownPayload } from "@/lib/base/jobs/add-again";
import type { Job } from "@/lib/base/jobs/define-job";
import { databaseNow } from "@/lib/base/time/clock";
import { day, hour, minute, second } from "@/lib/base/time/time";
import { carryOutWithdrawalJob } from "@/lib/buyer/withdrawal/withdrawal-jobs";
import {
  cancelAtSupplierJob,
  countTargetsJob,
  decideDropsJob,
  resolveItemJob,
  submitItemJob,
} from "@/lib/delivery/items/item-jobs";
import { sendRefillJob } from "@/lib/delivery/refills/refill-jobs";
import { providerOptions } from "@/lib/delivery/suppliers/protocol/open-provider";
import { sendMailJob } from "@/lib/mail/queue/enqueue-mail";
import { sendRefundJob } from "@/lib/money/refunds/refund-jobs";
import type { StripeClient } from "@/lib/money/stripe/stripe-client";
import { handleEventJob } from "@/lib/money/webhooks/received-event";
import { refundUndeliveredJob } from "@/lib/orders/order/refund-undelivered-job";
import { accountMailJob } from "@/lib/people/customers/account-mail";
import { replyTimeOf } from "@/lib/shop/settings/reply-time";

/**
 * The dependencies of every task. `limitMs` is when its job fails; `known` are the names of all tasks.
 */
export type TaskContext = {
  db: Database;
  env: Env;
  limitMs: number;
  known: string[];
};

/**
 * The code behind a job. `periodMs`: it recurs, without a payload. `isNeeded`: SQL, only while there is something for it
 * to do at `asked.run_at`.
 */
type Task = {
  name: string;
  periodMs?: (env: Env) => number;
  isNeeded?: Prisma.Sql | undefined;
  run: (context: TaskContext, payload: unknown) => Promise<void>;
};

/** A payload that doesn't parse is another release's: the job fails, waits and is tried again, by any worker. */
function task<T>(job: Job<T>, run: (context: TaskContext, payload: T) => Promise<void>): Task {
  return {
    name: job.name,
    run: (context, payload) => {
      const parsed = job.payload.safeParse(payload);
      if (!parsed.success) throw new Error(`${unknownPayload}: ${z.prettifyError(parsed.error)}`);
      return run(context, parsed.data);
    },
  };
}

/** A period in milliseconds, or the environment variable that holds it. */
type Period = number | "POLL_PERIOD_MS" | "RECONCILE_PERIOD_MS" | "SWEEP_PERIOD_MS";

function recurring(
  name: string,
  period: Period,
  run: (context: TaskContext) => Promise<void>,
  isNeeded?: Prisma.Sql,
): Task {
  return { name, periodMs: (env) => (typeof period === "number" ? period : env[period]), run, isNeeded };
}

const hasItemsToPoll = Prisma.sql`EXISTS (
  SELECT FROM fulfillment_items WHERE state ${inSet("atSupplier")} AND next_check_at <= asked.run_at)`;
const hasRefillsToPoll = Prisma.sql`EXISTS (SELECT FROM refills WHERE state IN ('sending', 'in_progress'))`;
const isInQuarantine = Prisma.sql`EXISTS (SELECT FROM shop_state WHERE quarantine_since IS NOT NULL)`;

/**
 * Every job. Use cases are imported when they are first needed, so that the worker starts at once. A job may run twice
 * or late. Most are hints: if one is lost, its row still says what is left to do, and the sweeper adds the job again.
 * An `account-mail` job is the only record of its request.
 */
export const tasks: Task[] = [
  task(submitItemJob, async ({ db, env }, { id }) => {
    const { submitItem } = await import("@/lib/delivery/submit/submit-item");
    const { socialDeps } = await import("@/lib/delivery/social/social-deps");
    await submitItem({ ...supplierDeps(db, env), social: socialDeps(db).provider }, id);
  }),
  task(resolveItemJob, async ({ db, env }, { id }) => {
    const { resolveItem } = await import("@/lib/delivery/submit/resolve-item");
    await resolveItem(supplierDeps(db, env), id);
  }),
  task(cancelAtSupplierJob, async ({ db, env }, { id }) => {
    const { cancelIfWanted } = await import("@/lib/delivery/cancel/cancel-at-supplier");
    await cancelIfWanted(supplierDeps(db, env), id);
  }),
  task(carryOutWithdrawalJob, async ({ db, env }, { id }) => {
    const { carryOutWithdrawal } = await import("@/lib/buyer/withdrawal/carry-out-withdrawal");
    await carryOutWithdrawal({ db, stripe: await stripeOf(env) }, id);
  }),
  recurring(
    "poll-items",
    "POLL_PERIOD_MS",
    async ({ db, env, limitMs }) => {
      const { pollItems } = await import("@/lib/delivery/progress/poll-items");
      // The rest of the limit is for the batch that is in progress when the budget ends.
      await pollItems({ ...supplierDeps(db, env), budgetMs: limitMs / 2 });
    },
    hasItemsToPoll,
  ),
  recurring("recheck-ended", 10 * minute, async ({ db, env }) => {
    const { recheckEnded } = await import("@/lib/delivery/progress/recheck-ended");
    await recheckEnded(supplierDeps(db, env));
  }),
  task(countTargetsJob, async ({ db }, { id }) => {
    const { countTargets } = await import("@/lib/delivery/counts/count-targets");
    const { socialDeps } = await import("@/lib/delivery/social/social-deps");
    await countTargets(db, socialDeps(db), id);
  }),
  recurring("count-samples", 15 * minute, async ({ db }) => {
    const { countSamples } = await import("@/lib/delivery/counts/count-samples");
    await countSamples(db);
  }),
  task(decideDropsJob, async ({ db }, { id }) => {
    const { decideDrops } = await import("@/lib/buyer/requests/decide-request");
    const { socialDeps } = await import("@/lib/delivery/social/social-deps");
    await decideDrops({ db, social: socialDeps(db) }, id);
  }),
  task(sendRefillJob, async ({ db, env }, { id }) => {
    const { sendRefill } = await import("@/lib/delivery/refills/send-refill");
    await sendRefill(supplierDeps(db, env), id);
  }),
  recurring(
    "poll-refills",
    "POLL_PERIOD_MS",
    async ({ db, env }) => {
      const { pollRefills } = await import("@/lib/delivery/refills/poll-refills");
      await pollRefills(supplierDeps(db, env));
    },
    hasRefillsToPoll,
  ),
  recurring("refresh-balances", 5 * minute, async ({ db, env }) => {
    const { refreshBalances } = await import("@/lib/delivery/suppliers/refresh-balances");
    await refreshBalances(supplierDeps(db, env));
  }),
  recurring("prefer-best-suppliers", day, async ({ db }) => {
    const { preferBestSupplier } = await import("@/lib/delivery/scorecard/prefer-best-supplier");
    await preferBestSupplier(db);
  }),
  recurring("refresh-forecasts", hour, async ({ db }) => {
    const { refreshForecasts } = await import("@/lib/orders/forecast/refresh-forecasts");
    await refreshForecasts(db);
  }),
  recurring("sweep", "SWEEP_PERIOD_MS", async ({ db, env, known }) => {
    const { sweep } = await import("./sweep");
    const { tidyTables } = await import("./tidy-tables");
    const { distrustFutureCalls } = await import("@/lib/delivery/submit/record-unknown");
    const { requeueEvents } = await import("@/lib/money/webhooks/store-events");
    const { checkWorkers } = await import("@/lib/running/watch/check-workers");
    const { checkMails } = await import("@/lib/running/watch/check-mails");
    const { checkQuarantine } = await import("@/lib/running/watch/check-quarantine");
    const { checkBackups } = await import("@/lib/running/watch/check-backups");
    const { checkJobs } = await import("./check-jobs");
    const { runSteps } = await import("@/lib/mail/alerts/set-aside");
    const leases = { submitLeaseMs: env.SUBMIT_LEASE_MS, jobLeaseMs: env.JOB_LEASE_MS };
    await runSteps<unknown>(db, {
      "check quarantine": () => checkQuarantine(db),
      "distrust future calls": () => distrustFutureCalls(db),
      sweep: () => sweep({ db, ...leases }),
      "requeue events": () => requeueEvents(db),
      "check workers": () => checkWorkers(db),
      "check mails": () => checkMails(db),
      "check backups": () => checkBackups(db, { isConfigured: env.BACKUP_KEY !== undefined }),
      "check jobs": () => checkJobs(db, known),
      "tidy tables": () => tidyTables(db),
    });
  }),
  task(sendMailJob, async ({ db, env }, { id }) => {
    const { openMailTransport } = await import("@/lib/mail/transport/mail-transport");
    const { findQueuedMail, sendMail } = await import("@/lib/mail/queue/send-mail");
    const { openBot } = await import("@/lib/mail/alerts/telegram-bot");
    const { mailKinds } = await import("./mail-kinds");
    const mail = await findQueuedMail(db, id);
    if (!mail) return;
    const { settings } = mail;
    const supportEmail = settings.supportEmail || env.SHOP_SUPPORT_EMAIL;
    await sendMail(
      {
        db,
        mailKinds,
        transport: openMailTransport(env),
        telegram: openBot(db, settings, env),
        from: env.MAIL_FROM,
        replyTo: supportEmail,
        shop: {
          name: settings.shopName || env.SHOP_NAME,
          supportEmail,
          origin: env.SHOP_ORIGIN,
          takesWithdrawals: settings.withdrawal,
          replyTime: replyTimeOf(settings),
        },
        secret: env.SHOP_SECRET,
        timeoutMs: 15 * second,
      },
      mail,
    );
  }),
  task(accountMailJob, async ({ db, env }, { sealed }) => {
    const { answerAccountMail } = await import("@/lib/people/customers/answer-account-mail");
    await answerAccountMail({ db, secret: env.SHOP_SECRET, now: databaseNow() }, sealed);
  }),
  task(sendRefundJob, async ({ db, env }, { id }) => {
    const { sendRefund } = await import("@/lib/money/refunds/send-refund");
    await sendRefund({ db, stripe: await stripeOf(env) }, id);
  }),
  task(refundUndeliveredJob, async ({ db }, { id }) => {
    const { refundUndelivered } = await import("@/lib/money/refunds/refund-undelivered");
    await refundUndelivered(db, id);
  }),
  task(handleEventJob, async ({ db, env }, { eventId }) => {
    const { handleEvent } = await import("@/lib/money/webhooks/event-handlers");
    await handleEvent({ db, stripe: await stripeOf(env) }, eventId);
  }),
  recurring("reconcile-payments", "RECONCILE_PERIOD_MS", async ({ db, env }) => {
    const { reconcilePayments } = await import("@/lib/money/reconciliation/reconcile-payments");
    await reconcilePayments({ db, stripe: await stripeOf(env) }, databaseNow());
  }),
  recurring("reconcile-events", "RECONCILE_PERIOD_MS", async ({ db, env, limitMs }) => {
    const { reconcileEvents } = await import("@/lib/money/webhooks/reconcile-events");
    await reconcileEvents({ db, stripe: await stripeOf(env) }, { now: databaseNow(), budgetMs: limitMs / 2 });
  }),
  recurring("reconcile-ledger", day, async ({ db, env }) => {
    const { reconcileLedger } = await import("@/lib/money/reconciliation/reconcile-ledger");
    await reconcileLedger({ db, stripe: await stripeOf(env) }, databaseNow());
  }),
  recurring("show-reviews", minute, async ({ db }) => {
    const { notifyReviewPages } = await import("@/lib/people/reviews/reviews");
    await notifyReviewPages(db);
  }),
  recurring("count-facts", day, async ({ db }) => {
    const { countFacts } = await import("@/lib/buyer/facts/facts");
    await countFacts(db);
  }),
  recurring("anchor-audit", 10 * minute, async ({ db, env }) => {
    const { anchorAudit } = await import("@/lib/running/watch/anchor-audit");
    const { auditAnchorFile, markFile } = await import("@/lib/base/quarantine/database-mark");
    await anchorAudit(db, env.SHOP_SECRET, auditAnchorFile(markFile(env.DATABASE_URL, env.STATE_DIR)));
  }),
  recurring(
    "recheck-quarantine",
    "SWEEP_PERIOD_MS",
    async ({ db, env }) => {
      const { endAfterPromotion } = await import("@/lib/running/recovery/recover");
      await endAfterPromotion({ db, stripe: await stripeOf(env) }, env.SUBMIT_LEASE_MS);
    },
    isInQuarantine,
  ),
];

/**
 * The tasks that wait for suppliers, social data providers and mail servers. They have a share of a worker's places, so
 * that one that does not answer holds up neither payments nor refunds.
 */
export const outwardTasks = new Set([
  submitItemJob.name,
  resolveItemJob.name,
  cancelAtSupplierJob.name,
  countTargetsJob.name,
  decideDropsJob.name,
  sendRefillJob.name,
  sendMailJob.name,
  "poll-items",
  "poll-refills",
  "recheck-ended",
  "refresh-balances",
  "recheck-quarantine",
]);

function supplierDeps(db: Database, env: Env) {
  return {
    db,
    provider: providerOptions(env),
    leaseMs: env.SUBMIT_LEASE_MS,
    baseMs: env.POLL_PERIOD_MS,
  };
}

const stripes = new WeakMap<Env, StripeClient>();

/** The client of Stripe, one for all jobs, because making it costs more than a statement. */
export async function stripeOf(env: Env): Promise<StripeClient> {
  const { openStripe } = await import("@/lib/money/stripe/stripe-client");
  const stripe = stripes.get(env) ?? openStripe(env);
  stripes.set(env, stripe);
  return stripe;
}
