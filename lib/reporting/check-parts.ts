import { readdirSync } from "node:fs";
import { backupMaxAgeHours, findFailedBackup } from "@/lib/alerts/check-backups";
import { silentAfterSeconds } from "@/lib/alerts/check-workers";
import { clockProblem, databaseNow, syncClock } from "@/lib/clock";
import type { Db } from "@/lib/db/client";
import { findTestMail } from "@/lib/email/test-mail";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { callStripe, type StripeClient } from "@/lib/stripe/stripe-client";
import type { ProviderOptions } from "@/lib/suppliers/protocol/open-provider";
import { testConnection } from "@/lib/suppliers/test-supplier";
import { day, hour, second } from "@/lib/time";
import { listWorkers } from "./load-operations";
import { listMargins, marginOf } from "./margins";

/** Every part, in the order of the page. */
export const partLabels = {
  database: "Database",
  address: "Address",
  clock: "Clock",
  workers: "Workers",
  stripe: "Payments",
  webhook: "Payment events",
  mail: "Mail",
  suppliers: "Suppliers",
  mapping: "Services",
  margins: "Margins",
  social: "Profiles and posts",
  google: "Google",
  backups: "Backups",
} as const;

export type PartName = keyof typeof partLabels;

/** `off`: left out on purpose, and the shop runs without it. */
export type PartState = "ready" | "missing" | "off";

export type Part = {
  name: PartName;
  state: PartState;
  /** What was found; for a missing part also what to do about it. Never a secret. */
  message: string;
  /** The page where the next step is. */
  next?: { label: string; href: string };
  /** The newest test mail, which waits for an administrator's answer. */
  testMail?: { id: string; canConfirm: boolean };
};

type Found = Omit<Part, "name">;

export type PartsDeps = { db: Db; env: Env; stripe: StripeClient; provider: ProviderOptions };

/** Longer than a healthy answer, shorter than an administrator's patience. */
const limitMs = 8 * second;

/**
 * Tests every part of the shop at once, each within eight seconds, and says what is missing. Failures are values: a
 * part that can't be tested is missing. Changes nothing but the suppliers' balances, which are kept as they were read.
 */
export function checkParts(deps: PartsDeps): Promise<Part[]> {
  const checks: Record<PartName, () => Promise<Found> | Found> = {
    database: () => checkDatabase(deps),
    address: () => checkAddress(deps.env),
    clock: () => checkClock(deps.db),
    workers: () => checkWorkersAlive(deps.db),
    stripe: () => checkStripeKey(deps),
    webhook: () => checkWebhook(deps),
    mail: () => checkMail(deps.db),
    suppliers: () => checkSuppliers(deps),
    mapping: () => checkServices(deps.db),
    margins: () => checkMargins(deps.db),
    social: () => checkSocialData(deps),
    google: () => checkGoogle(deps.env),
    backups: () => checkBackups(deps.db),
  };
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({
      name: name as PartName,
      ...(await within(limitMs, name, check)),
    })),
  );
}

/** The result of a check; a message for one that throws or takes too long. */
export async function within(ms: number, name: string, check: () => Promise<Found> | Found): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(() => resolve(missing(`No answer within ${ms / second} seconds. Try again.`)), ms);
  });
  try {
    return await Promise.race([Promise.resolve().then(check), late]);
  } catch (error) {
    logger.warn({ part: name, err: error }, "a part of the shop could not be tested");
    return missing("This could not be tested; the log says why. Try again.");
  } finally {
    clearTimeout(timer);
  }
}

const ready = (message: string): Found => ({ state: "ready", message });
const missing = (message: string, next?: Part["next"]): Found => ({
  state: "missing",
  message,
  ...(next && { next }),
});
const off = (message: string): Found => ({ state: "off", message });

async function checkDatabase({ db, env }: PartsDeps): Promise<Found> {
  const applied = await db.$queryRaw<{ name: string; isDone: boolean }[]>`
    SELECT migration_name AS name, finished_at IS NOT NULL AS "isDone" FROM _prisma_migrations
    WHERE rolled_back_at IS NULL`;
  const done = new Set(applied.filter(({ isDone }) => isDone).map(({ name }) => name));
  const absent = listMigrations().filter((name) => !done.has(name));
  const broken = applied.filter(({ isDone }) => !isDone);
  if (absent.length + broken.length > 0) {
    return missing(
      "The database is of another version than the shop. Run the migrations (npm run db:migrate).",
    );
  }
  if (env.DATABASE_POOLER_URL && !(await hasLimits(db))) {
    return missing(
      "PgBouncer sets no limits, so a statement that hangs is never ended. Give its database the connect_query of ha/pgbouncer.ini.",
    );
  }
  return ready(`The database answers, and all ${done.size} migrations are applied.`);
}

async function hasLimits(db: Db): Promise<boolean> {
  const [limits] = await db.$queryRaw<{ isSet: boolean }[]>`
    SELECT '0' NOT IN (current_setting('statement_timeout'), current_setting('lock_timeout'),
      current_setting('idle_in_transaction_session_timeout')) AS "isSet"`;
  return limits?.isSet ?? false;
}

/** This version's migrations; none where their folder was not shipped. */
function listMigrations(): string[] {
  try {
    const entries = readdirSync("prisma/migrations", { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

function checkAddress({ SHOP_ORIGIN: origin, APP_MODE: mode }: Env): Found {
  if (origin.startsWith("https://")) {
    return ready(`${origin} is served over TLS, and browsers are told to use nothing else (HSTS).`);
  }
  return mode === "local"
    ? off(`${origin} is a local shop without TLS. A live one needs an https address in SHOP_ORIGIN.`)
    : missing(`${origin} is not served over TLS. Set SHOP_ORIGIN to the shop's https address.`);
}

async function checkClock(db: Db): Promise<Found> {
  const problem = clockProblem(await syncClock(db));
  if (!problem) return ready("This machine's clock agrees with the database's.");
  return missing(`This machine is wrong: ${problem}. Correct it (NTP).`);
}

async function checkWorkersAlive(db: Db): Promise<Found> {
  const workers = await listWorkers(db, silentAfterSeconds);
  const alive = workers.filter((worker) => worker.isAlive);
  const next = { label: "Operations", href: "/admin/operations" };
  if (alive.length === 0) {
    return missing(
      "No worker runs, so nothing is delivered, refunded or mailed. Start one: npm run worker.",
      next,
    );
  }
  const wrong = alive.find((worker) => worker.clockProblem);
  if (wrong) return missing(`The worker on ${wrong.host} takes no work: ${wrong.clockProblem}.`, next);
  return ready(
    alive.length === 1
      ? "One worker runs. A second one takes over if it dies."
      : `${alive.length} workers run.`,
  );
}

async function checkStripeKey({ stripe, env }: PartsDeps): Promise<Found> {
  try {
    const account = await callStripe(stripe.accounts.retrieveCurrent());
    if (!account.charges_enabled) {
      return missing(
        "Stripe knows the key, but the account can't take payments yet. Finish its set-up at dashboard.stripe.com.",
      );
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return missing(
      error.code === "payment_misconfigured"
        ? "Stripe refuses the key, or the key may not read the account. Check STRIPE_SECRET_KEY."
        : "Stripe does not answer. See status.stripe.com, then try again.",
    );
  }
  return env.APP_MODE === "live"
    ? ready("Stripe takes live payments.")
    : ready("The key works. No money moves in local mode.");
}

async function checkWebhook({ db, env }: PartsDeps): Promise<Found> {
  const last = await db.stripeEvent.findFirst({
    orderBy: { receivedAt: "desc" },
    select: { type: true, receivedAt: true },
  });
  if (last) return ready(`The last signed event (${last.type}) arrived ${ageOf(last.receivedAt)}.`);
  return missing(
    `No signed event has arrived. At dashboard.stripe.com, Developers, Webhooks: add ${env.SHOP_ORIGIN}/api/webhooks/stripe, put its signing secret into STRIPE_WEBHOOK_SECRET, restart, and send a test event. Orders are settled without it too, but later.`,
  );
}

async function checkMail(db: Db): Promise<Found> {
  const mail = await findTestMail(db);
  if (!mail) return missing("No test mail was sent yet. Send one to yourself.");
  const { id, recipient, state, error, createdAt, isSeen } = mail;
  const testMail = { id, canConfirm: state === "sent" && !isSeen };
  if (isSeen) return { ...ready(`A test mail arrived. It was sent ${ageOf(createdAt)}.`), testMail };
  const message = {
    queued: `A test mail to ${recipient} waits to be sent${error ? ` (last error: ${error})` : ""}. Reload in a moment.`,
    sent: `A test mail to ${recipient} was sent ${ageOf(createdAt)}. Confirm it when it has arrived.`,
    failed: `The test mail was not sent: ${error ?? "no error was recorded"}. Check the mail settings, and send another.`,
  }[state];
  return { ...missing(message), testMail };
}

async function checkSuppliers({ db, provider }: PartsDeps): Promise<Found> {
  const next = { label: "Suppliers", href: "/admin/suppliers" };
  const suppliers = await db.supplier.findMany({ where: { isActive: true }, orderBy: { name: "asc" } });
  if (suppliers.length === 0)
    return missing("There is no active supplier, so nothing can be delivered. Add one.", next);
  const panels = suppliers.filter(({ kind }) => kind === "panel_v2");
  const tests = await Promise.all(
    panels.map(async (supplier) => ({
      name: supplier.name,
      ...(await testConnection({ db, provider }, supplier)),
    })),
  );
  const failed = tests.find((test) => !test.isWell);
  if (failed) return missing(`${failed.name}: ${failed.message}`, next);
  const balances = tests.flatMap((test) =>
    test.isWell ? [`${test.name} has ${test.balance.replace(/(\.\d\d)\d+$/, "$1")} ${test.currency}`] : [],
  );
  return ready(balances.length > 0 ? `${balances.join(", ")}.` : "All suppliers are delivered manually.");
}

async function checkServices(db: Db): Promise<Found> {
  const rows = await listMargins(db);
  const unmapped = new Set(
    rows.filter((row) => row.supplierName === null).map(({ platform, service }) => `${platform} ${service}`),
  );
  if (rows.length === 0)
    return missing("Nothing is on sale.", { label: "Catalogue", href: "/admin/catalog" });
  if (unmapped.size === 0) return ready("Every service on sale has a supplier's service.");
  return missing(`Without a supplier's service: ${[...unmapped].join(", ")}.`, {
    label: "Mapping",
    href: "/admin/suppliers/mapping",
  });
}

async function checkMargins(db: Db): Promise<Found> {
  const next = { label: "Margins", href: "/admin/suppliers/margins" };
  const margins = (await listMargins(db)).map(marginOf);
  const counted = margins.filter(({ costMicros }) => costMicros !== null);
  if (counted.length === 0)
    return missing("No margin is known: no service on sale has a supplier paid in dollars.", next);
  const negative = counted.filter(({ marginMicros }) => (marginMicros ?? 0) <= 0).length;
  if (negative > 0) {
    return missing(
      `${negative} of ${counted.length} entries on sale cost more than they bring. Raise their prices, or change the supplier.`,
      next,
    );
  }
  return ready(`All ${counted.length} entries on sale bring more than they cost, before card fees.`);
}

async function checkSocialData({ db, env }: PartsDeps): Promise<Found> {
  if (!env.SCRAPECREATORS_API_KEY) {
    return off(
      "Without SCRAPECREATORS_API_KEY buyers type their username and paste links. A misspelt or private account is noticed only when the supplier refuses it, nothing shows whose post an Instagram link is, and there are no counts to prove a delivery or to notice a drop.",
    );
  }
  const last = await db.socialCache.findFirst({
    orderBy: { fetchedAt: "desc" },
    select: { fetchedAt: true },
  });
  if (last) return ready(`The last answer arrived ${ageOf(last.fetchedAt)}.`);
  return missing(
    "The key is set, but nothing was looked up in the last day. Enter a username on the shop's page.",
    {
      label: "Look up a name",
      href: "/instagram/details/followers",
    },
  );
}

function checkGoogle({ GOOGLE_CLIENT_ID: id, SHOP_ORIGIN: origin }: Env): Found {
  return id
    ? ready(`The button is shown. The client must have the redirect URI ${origin}/api/auth/callback/google.`)
    : off(
        "Customers sign in with a password or a passkey. GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET add the button.",
      );
}

async function checkBackups(db: Db): Promise<Found> {
  const failure = await findFailedBackup(db);
  if (failure) return missing(failure, { label: "Operations", href: "/admin/operations" });
  const { _max } = await db.backup.aggregate({ _max: { finishedAt: true } });
  const last = _max.finishedAt;
  if (!last) return missing("No backup on record. Without one, the shop ends with its disk.");
  const message = `The last backup finished ${ageOf(last)}.`;
  const isOld = databaseNow().getTime() - last.getTime() > backupMaxAgeHours * hour;
  if (isOld) return missing(`${message} It should be younger than ${backupMaxAgeHours} hours.`);
  return ready(message);
}

function ageOf(at: Date): string {
  const ms = Math.max(0, databaseNow().getTime() - at.getTime());
  const [count, unit] =
    ms < hour
      ? [Math.floor(ms / (60 * second)), "minute"]
      : ms < 2 * day
        ? [Math.floor(ms / hour), "hour"]
        : [Math.floor(ms / day), "day"];
  return count === 0 ? "just now" : `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
