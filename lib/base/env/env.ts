import { z } from "zod";
import { databaseUrlFault } from "./database-url";
import { publishedRules, type Rule } from "./published-values";
import { isBucketUrl, isSmtpUrl } from "./service-urls";
import { secretProblem } from "./shop-secret";
import { parseTrustedProxies } from "./trusted-proxies";

/**
 * Web and worker read process.env only here. `.env.example` lists the variables of a live shop; docs/configuration.md
 * has all.
 */
const source = process.env;

const required = (name: string) => z.string({ error: `${name} is missing` });
const milliseconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const identitySchema = z.object({
  SHOP_NAME: z.string().trim().min(1).max(60).default("Groundswell"),
  SHOP_SUPPORT_EMAIL: z.email().optional(),
  SHOP_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
});

const envSchema = identitySchema.extend({
  APP_MODE: z.enum(["local", "live"], { error: "APP_MODE must be local or live" }),
  DATABASE_URL: required("DATABASE_URL").superRefine(checkDatabaseUrl("DATABASE_URL")),
  /** PgBouncer in transaction mode. LISTEN, the queue, migrations, exports and backups still use DATABASE_URL. */
  DATABASE_POOLER_URL: z.string().superRefine(checkDatabaseUrl("DATABASE_POOLER_URL")).optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** One key, or several separated by commas (lib/base/env/shop-secret.ts). */
  SHOP_SECRET: required("SHOP_SECRET"),
  STRIPE_SECRET_KEY: required("STRIPE_SECRET_KEY"),
  STRIPE_WEBHOOK_SECRET: required("STRIPE_WEBHOOK_SECRET").startsWith(
    "whsec_",
    "STRIPE_WEBHOOK_SECRET must start with whsec_",
  ),
  STRIPE_API_BASE: z.url().optional(),
  RESEND_API_KEY: z.string().optional(),
  RESEND_BASE_URL: z.url().optional(),
  /** The signing secret of Resend's webhook, which reports bounces and complaints. */
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/]{24,}={0,2}$/,
      "RESEND_WEBHOOK_SECRET must be the webhook's signing secret (whsec_…)",
    )
    .optional(),
  /** A mail server instead of Resend; the value holds its password. */
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, "SMTP_URL must be smtps://user:password@host:465 or smtp://user:password@host:587")
    .optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /** Telegram's Bot API, for alerts; the bot's token and the chat are settings. */
  TELEGRAM_API_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .default("https://api.telegram.org")
    .transform((url) => new URL(url).origin),
  GOOGLE_CLIENT_ID: z.string().min(3).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(3).optional(),
  GOOGLE_ISSUER: z.url().optional(),
  /** Where a process stores its last database mark, outside the database. */
  STATE_DIR: z.string().optional(),
  /** Encrypts backups. One key, or several separated by commas: the first encrypts, all decrypt. */
  BACKUP_KEY: z.string().optional(),
  /** Where backups are copied to; the value holds the bucket's secret key. */
  BACKUP_S3_URL: z
    .string()
    .refine(
      isBucketUrl,
      "BACKUP_S3_URL must be https://key:secret@host/bucket, its keys escaped as in any URL",
    )
    .optional(),
  /** The address the web server listens on; by default 127.0.0.1 in local mode, all addresses in live mode. */
  LISTEN_ADDRESS: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Read only to refuse them, because Auth.js would prefer them to the shop's own origin. */
  AUTH_URL: z.string().optional(),
  NEXTAUTH_URL: z.string().optional(),
  /** The first administrator, created at the web server's start if there has never been one. */
  ADMIN_EMAIL: z.email().max(254).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  /** Without it, profiles and posts are not looked up: buyers type names and paste links. */
  SCRAPECREATORS_API_KEY: z.string().optional(),
  SCRAPECREATORS_BASE_URL: z.url().default("https://api.scrapecreators.com"),
  SOCIAL_TIMEOUT_MS: milliseconds(15_000),
  SOCIAL_SEARCH_TIMEOUT_MS: milliseconds(6_000),
  IMAGE_PROXY_EXTRA_HOSTS: z
    .string()
    .default("")
    .transform((list) => list.split(",").filter(Boolean)),
  /** Metrics for Prometheus: their own port, at an address that visitors don't reach. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_ADDRESS: z.string().min(1).default("127.0.0.1"),
  /** Traces and metrics are sent there; OpenTelemetry's SDK reads its other OTEL_ variables itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The networks of the proxies before the shop (lib/base/env/trusted-proxies.ts). */
  TRUSTED_PROXIES: z.string().default("").superRefine(checkTrustedProxies),
  TRUSTED_PROXY_HOPS: z
    .undefined(
      "TRUSTED_PROXY_HOPS was replaced by TRUSTED_PROXIES: the networks of the proxies, such as private",
    )
    .optional(),
  /** The header in which the trusted proxy names the visitor's country (ISO 3166-1, two letters). */
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{1,60}$/, "COUNTRY_HEADER must be a header's name, such as cf-ipcountry")
    .transform((name) => name.toLowerCase())
    .optional(),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  STRIPE_TIMEOUT_MS: milliseconds(10_000),
  SUPPLIER_TIMEOUT_MS: milliseconds(20_000),
  SUBMIT_LEASE_MS: milliseconds(60_000),
  JOB_LEASE_MS: milliseconds(120_000),
  SWEEP_PERIOD_MS: milliseconds(30_000),
  POLL_PERIOD_MS: milliseconds(15_000),
  RECONCILE_PERIOD_MS: milliseconds(300_000),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(200).default(20),
});

export type Env = z.infer<typeof envSchema> & {
  SHOP_ORIGIN: string;
  SHOP_SUPPORT_EMAIL: string;
};

/** Thrown at start with one line for each problem; the process must not continue. */
export class EnvError extends Error {}

/**
 * Parses the configuration and refuses what is not safe: live mode with emulator addresses, test keys, plain http
 * or local-only switches. Throws EnvError naming every variable at fault, never a value.
 */
export function parseEnv(values: Record<string, string | undefined>): Env {
  const parsed = envSchema.safeParse(withoutEmpty(values));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: [name = ""], message }) =>
      message.startsWith(String(name)) ? message : `${String(name)}: ${message}`,
    );
    throw new EnvError(problems.join("\n"));
  }
  const env = parsed.data;
  if ((env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined)) {
    throw new EnvError("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both, or neither");
  }
  if ((env.GOOGLE_CLIENT_ID === undefined) !== (env.GOOGLE_CLIENT_SECRET === undefined)) {
    throw new EnvError("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither");
  }
  if ((env.RESEND_API_KEY === undefined) === (env.SMTP_URL === undefined)) {
    throw new EnvError("Mail needs one of RESEND_API_KEY and SMTP_URL: set one, and not both");
  }
  for (const name of ["SHOP_SECRET", "BACKUP_KEY"] as const) {
    const value = env[name];
    const weakness = value === undefined ? null : secretProblem(name, value, env.APP_MODE);
    if (weakness) throw new EnvError(weakness);
  }
  refuse(timeRules(env));
  if (env.APP_MODE === "live") refuse([...liveRules(env), ...publishedRules(env)]);
  const { origin, supportEmail } = identityOf(env);
  return { ...env, SHOP_ORIGIN: origin, SHOP_SUPPORT_EMAIL: supportEmail };
}

/** Throws EnvError with a line for each broken rule. */
function refuse(rules: Rule[]): void {
  const problems = rules.filter(([isBroken]) => isBroken).map(([, message]) => message);
  if (problems.length > 0) throw new EnvError(problems.join("\n"));
}

/** An empty variable counts as absent. */
function withoutEmpty(values: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

/** By default the support address is `support@` the shop's own domain. */
function identityOf(env: z.infer<typeof identitySchema>): ShopIdentity {
  const { origin, hostname } = new URL(env.SHOP_ORIGIN ?? `http://127.0.0.1:${env.PORT}`);
  const isDomain = /\.[a-z]{2,}$/i.test(hostname);
  const ownAddress = `support@${isDomain ? hostname.replace(/^www\./, "") : "groundswell.example"}`;
  return { name: env.SHOP_NAME, supportEmail: env.SHOP_SUPPORT_EMAIL ?? ownAddress, origin };
}

function checkDatabaseUrl(name: string) {
  return (value: string, context: z.RefinementCtx) => {
    const fault = databaseUrlFault(value);
    if (fault === null) return;
    const message = `${name} must be a PostgreSQL address, with one host or several (target_session_attrs=read-write): ${fault}`;
    context.addIssue({ code: "custom", message });
  };
}

function checkTrustedProxies(value: string, context: z.RefinementCtx): void {
  try {
    parseTrustedProxies(value);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    context.addIssue({
      code: "custom",
      message: `TRUSTED_PROXIES must be networks or their names: ${fault}`,
    });
  }
}

const longestTaskMs = 60_000;

/**
 * After how many milliseconds a worker's job fails as too slow, which must be before it counts as lost. The task's own
 * work is not stopped, so the retry may run beside it.
 */
export function taskLimitMs(env: Pick<Env, "JOB_LEASE_MS">): number {
  return Math.min(longestTaskMs, env.JOB_LEASE_MS / 2);
}

/** A call that may take longer than its lease would be taken for lost while it runs. */
function timeRules(env: z.infer<typeof envSchema>): Rule[] {
  // The request itself, and one and a half times its limit for the statements before it, which may wait for locks.
  const neededMs = env.SUPPLIER_TIMEOUT_MS * 2.5;
  return [
    [
      neededMs > env.SUBMIT_LEASE_MS,
      `SUPPLIER_TIMEOUT_MS does not fit into SUBMIT_LEASE_MS, which must be at least 2.5 times as long (${neededMs})`,
    ],
    [
      neededMs * 2 > env.JOB_LEASE_MS,
      `SUPPLIER_TIMEOUT_MS does not fit into JOB_LEASE_MS, which must be at least 5 times as long (${neededMs * 2})`,
    ],
    [
      neededMs > longestTaskMs,
      `SUPPLIER_TIMEOUT_MS must be at most ${longestTaskMs / 2.5}: a job fails after ${longestTaskMs}, whatever JOB_LEASE_MS says`,
    ],
    [
      // Three calls, and a fourth of the time for the statements in between.
      env.STRIPE_TIMEOUT_MS * 4 > longestTaskMs,
      `STRIPE_TIMEOUT_MS must be at most ${longestTaskMs / 4}: a refund's job makes up to three calls and fails after ${longestTaskMs}`,
    ],
  ];
}

function liveRules(env: z.infer<typeof envSchema>): Rule[] {
  return [
    [!env.SHOP_ORIGIN?.startsWith("https://"), "SHOP_ORIGIN must be an https address in live mode"],
    [!/^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY), "STRIPE_SECRET_KEY must be a live key in live mode"],
    [env.STRIPE_API_BASE !== undefined, "STRIPE_API_BASE is for emulators and not allowed in live mode"],
    [env.STRIPE_WEBHOOK_SECRET.length < 20, "STRIPE_WEBHOOK_SECRET is too short to be Stripe's"],
    [
      env.RESEND_API_KEY !== undefined && !/^re_.{9,}/.test(env.RESEND_API_KEY),
      "RESEND_API_KEY must be a key of Resend (re_…) in live mode",
    ],
    [env.GOOGLE_ISSUER !== undefined, "GOOGLE_ISSUER is for emulators and not allowed in live mode"],
    [env.AUTH_URL !== undefined, "AUTH_URL must not be set: SHOP_ORIGIN says where the shop is"],
    [env.NEXTAUTH_URL !== undefined, "NEXTAUTH_URL must not be set: SHOP_ORIGIN says where the shop is"],
    [env.RESEND_BASE_URL !== undefined, "RESEND_BASE_URL is for emulators and not allowed in live mode"],
    [env.BACKUP_S3_URL?.startsWith("http:") ?? false, "BACKUP_S3_URL must be https in live mode"],
    [
      !env.SCRAPECREATORS_BASE_URL.startsWith("https://"),
      "SCRAPECREATORS_BASE_URL must be https in live mode",
    ],
    [!env.TELEGRAM_API_ORIGIN.startsWith("https://"), "TELEGRAM_API_ORIGIN must be https in live mode"],
    [(env.SCRAPECREATORS_API_KEY?.length ?? 12) < 12, "SCRAPECREATORS_API_KEY is too short to be real"],
    [
      env.IMAGE_PROXY_EXTRA_HOSTS.length > 0,
      "IMAGE_PROXY_EXTRA_HOSTS is for emulators and not allowed in live mode",
    ],
    [env.RATE_LIMIT_SCALE !== 1, "RATE_LIMIT_SCALE is only allowed in local mode"],
  ];
}

let cached: Env | undefined;

/** The process's configuration, parsed at the first call. Throws EnvError when it is not usable. */
export function getEnv(): Env {
  cached ??= parseEnv(source);
  return cached;
}

/**
 * The configuration of a command that runs before the webhook's endpoint exists: all of it but STRIPE_WEBHOOK_SECRET,
 * which is empty when it is missing. Throws EnvError.
 */
export function getSetupEnv(values: Record<string, string | undefined> = source): Env {
  const stored = values.STRIPE_WEBHOOK_SECRET ?? "";
  const env = parseEnv({ ...values, STRIPE_WEBHOOK_SECRET: stored || "whsec_not_stored_before_it_exists" });
  return { ...env, STRIPE_WEBHOOK_SECRET: stored };
}

export type ShopIdentity = { name: string; supportEmail: string; origin: string };

let shop: ShopIdentity | undefined;

/**
 * The brand and the origin from the environment. A build knows only the defaults, so every start revalidates the
 * prerendered pages.
 */
export function getShop(): ShopIdentity {
  shop ??= identityOf(identitySchema.parse(withoutEmpty(source)));
  return shop;
}

/**
 * False only in local mode. A build does not know its mode and so shows only claims that a live shop may show; every
 * start revalidates its pages.
 */
export function isLive(): boolean {
  return source.APP_MODE !== "local";
}

/**
 * True when profiles and posts can be looked up. Reads one variable only, because pages are rendered without the rest
 * of the configuration.
 */
export function hasSocialData(): boolean {
  return Boolean(source.SCRAPECREATORS_API_KEY);
}

/** True while a build prerenders pages, with only the configuration that prerendering needs. */
export function isBuilding(): boolean {
  return source.NEXT_PHASE === "phase-production-build";
}

/** The commit that an image was built from (the Dockerfile sets it); null elsewhere. */
export function getCommit(): string | null {
  return source.SHOP_COMMIT || null;
}

/** Only the log level, so that logging works when the rest of the configuration is refused. */
export function getLogLevel(): string {
  return source.LOG_LEVEL ?? "info";
}
