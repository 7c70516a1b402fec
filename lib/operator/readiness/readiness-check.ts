import type { Db } from "@/lib/base/db/client";
import type { Env } from "@/lib/base/env/env";
import { plural } from "@/lib/base/text/plural";
import { databaseNow } from "@/lib/base/time/clock";
import { day, hour, minute } from "@/lib/base/time/time";
import type { ProviderOptions } from "@/lib/delivery/suppliers/protocol/open-provider";
import type { StripeClient } from "@/lib/money/stripe/stripe-client";

/** `off`: left out on purpose, and the shop runs without it. */
export type ReadinessState = "ready" | "missing" | "off";

/** A state as the page and the terminal name it. */
export const readinessWords: Record<ReadinessState, string> = {
  ready: "Ready",
  missing: "Needs you",
  off: "Off",
};

export type CheckResult = {
  state: ReadinessState;
  /** The result and, for a missing one, the step that fixes it. Never a secret. */
  message: string;
  /** The page where the next step is. */
  next?: { label: string; href: string };
  /** The newest test mail, which waits for an administrator's answer. */
  testMail?: { id: string; canConfirm: boolean };
};

export type ReadinessDeps = { db: Db; env: Env; stripe: StripeClient; provider: ProviderOptions };

/** Tests one part of the shop. It changes nothing except a supplier's balance, which is stored as read. */
export type Check = (deps: ReadinessDeps) => Promise<CheckResult> | CheckResult;

const found =
  (state: ReadinessState) =>
  (message: string, next?: CheckResult["next"]): CheckResult => ({ state, message, ...(next && { next }) });

export const ready = found("ready");
export const missing = found("missing");
export const off = found("off");

/** How long ago a time was, in whole minutes, hours or days. */
export function ageOf(at: Date): string {
  const ms = Math.max(0, databaseNow().getTime() - at.getTime());
  const [count, unit] =
    ms < hour
      ? [Math.floor(ms / minute), "minute"]
      : ms < 2 * day
        ? [Math.floor(ms / hour), "hour"]
        : [Math.floor(ms / day), "day"];
  return count === 0 ? "just now" : `${plural(count, unit)} ago`;
}
