import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { googleClient } from "./google/start";
import { urlsOf } from "./ports";

export const socialKey = "local-social-key";
export const stripeKey = "sk_test_local";

/** The local shop's secret, generated once and stored with the data that it seals. */
export function localSecret(dataDir: string): string {
  const file = join(dataDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8");
}

/**
 * A local shop's configuration, with its emulators' addresses. Variables set in the caller's environment win over
 * defaults.
 */
export function localEnv(port: number, databaseUrl: string, secret: string): Record<string, string> {
  const urls = urlsOf(port);
  const defaults = {
    SHOP_SECRET: secret,
    STRIPE_SECRET_KEY: stripeKey,
    STRIPE_WEBHOOK_SECRET: "whsec_local_emulator",
    RESEND_API_KEY: "re_local",
    RESEND_WEBHOOK_SECRET: "whsec_bG9jYWwtbWFpbC1lbXVsYXRvcg==",
    SCRAPECREATORS_API_KEY: socialKey,
    // A delivery takes a minute here, not two days.
    POLL_PERIOD_MS: "1000",
    SWEEP_PERIOD_MS: "5000",
    RECONCILE_PERIOD_MS: "60000",
    LOG_LEVEL: "warn",
  };
  return {
    ...defaults,
    ...(process.env as Record<string, string>),
    APP_MODE: "local",
    NODE_ENV: "production",
    PORT: String(port),
    SHOP_ORIGIN: urls.shop,
    DATABASE_URL: databaseUrl,
    STRIPE_API_BASE: urls.stripe,
    GOOGLE_CLIENT_ID: googleClient.id,
    GOOGLE_CLIENT_SECRET: googleClient.secret,
    GOOGLE_ISSUER: urls.google,
    RESEND_BASE_URL: urls.mail,
    TELEGRAM_API_ORIGIN: urls.mail,
    SCRAPECREATORS_BASE_URL: urls.social,
    IMAGE_PROXY_EXTRA_HOSTS: new URL(urls.social).host,
  };
}
