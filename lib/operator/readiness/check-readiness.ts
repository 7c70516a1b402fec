import { logger } from "@/lib/base/logger";
import { second } from "@/lib/base/time/time";
import { withinLimit } from "@/lib/base/time/time-limit";
import {
  checkGoogle,
  checkMail,
  checkMailEvents,
  checkSender,
  checkSocialData,
  checkStripeKey,
  checkWebhook,
} from "./accounts";
import { checkAddress, checkBackups, checkClock, checkDatabase, checkWorkersAlive } from "./machine";
import { checkClaims, checkConsentBox, checkLegalTexts } from "./policy";
import { type Check, type CheckResult, missing, type ReadinessDeps } from "./readiness-check";
import { checkMargins, checkServices, checkSuppliers } from "./supply";

/** Every check, in the order of the page. */
const checks = {
  database: ["Database", checkDatabase],
  address: ["Address", checkAddress],
  clock: ["Clock", checkClock],
  workers: ["Workers", checkWorkersAlive],
  stripe: ["Payments", checkStripeKey],
  webhook: ["Payment events", checkWebhook],
  mail: ["Mail", checkMail],
  sender: ["Sender's domain", checkSender],
  mailEvents: ["Bounces", checkMailEvents],
  suppliers: ["Suppliers", checkSuppliers],
  mapping: ["Services", checkServices],
  margins: ["Margins", checkMargins],
  social: ["Profiles and posts", checkSocialData],
  google: ["Google", checkGoogle],
  backups: ["Backups", checkBackups],
  claims: ["Claims", checkClaims],
  legalTexts: ["Legal texts", checkLegalTexts],
  consentBox: ["Before paying", checkConsentBox],
} as const satisfies Record<string, readonly [label: string, check: Check]>;

export type CheckName = keyof typeof checks;

export type ReadinessCheck = CheckResult & { name: CheckName; label: string };

/** Longer than any healthy answer, but an administrator is waiting. */
const limitMs = 8 * second;

/**
 * Tests every part of the shop at once, each within eight seconds, and says what is missing. Never throws: a part that
 * can't be tested is missing. Changes nothing except the suppliers' balances, which are stored as read.
 */
export function checkReadiness(deps: ReadinessDeps): Promise<ReadinessCheck[]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, [label, check]]) => ({
      name: name as CheckName,
      label,
      ...(await within(limitMs, name, () => check(deps))),
    })),
  );
}

export function readinessTitle(checks: ReadinessCheck[]): string {
  const missing = checks.filter(({ state }) => state === "missing").length;
  if (missing === 0) return "Everything is ready";
  return `${missing} of ${checks.length} parts ${missing === 1 ? "needs" : "need"} you`;
}

/** The result of a check; a message for one that throws or takes too long. */
export async function within(
  ms: number,
  name: string,
  check: () => Promise<CheckResult> | CheckResult,
): Promise<CheckResult> {
  const late = () => missing(`No answer within ${ms / second} seconds. Try again.`);
  try {
    return await withinLimit(Promise.resolve().then(check), ms, late);
  } catch (error) {
    logger.warn({ check: name, err: error }, "a part of the shop could not be tested; Going live says so");
    return missing("This could not be tested; the log says why. Try again.");
  }
}
