import type { Db, Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { logger } from "@/lib/base/logger";
import { second } from "@/lib/base/time/time";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { failuresToOpen, openMs, ownHolds } from "./pace";
import type { AddOutcome } from "./protocol/provider";

/**
 * True for an outcome that shows a failure of the supplier, which the circuit breaker counts. Too many requests count
 * too, but only once for calls in flight together (`noteThrottling`). Pure.
 */
export function isFailure(outcome: AddOutcome): boolean {
  if (outcome.kind === "accepted") return false;
  if (outcome.kind === "rejected") return outcome.code === "unreachable";
  // In the first three cases the supplier did answer, and in the last one nothing is known about it.
  const saysNothing = ["contradictory_answer", "unclear_error", "duplicate_order_id", "worker_lost"];
  return !saysNothing.includes(outcome.reason);
}

/**
 * Counts a failure; at the fifth in a row the breaker opens, with an alert, for its own time after the `waitMs` that
 * the supplier asked for. Locks the supplier's row until the commit.
 */
export async function countFailure(tx: Tx, supplierId: string, waitMs = 0): Promise<void> {
  const [supplier] = await tx.$queryRaw<{ name: string; failures: number }[]>`
    UPDATE suppliers SET failures = failures + 1 WHERE id = ${supplierId}::uuid RETURNING name, failures`;
  const pauseMs = openMs(supplier?.failures ?? 0);
  if (!supplier || pauseMs === 0) return;
  await tx.$executeRaw`
    UPDATE suppliers SET open_until = now() + ${pauseMs + waitMs} * interval '1 millisecond' WHERE id = ${supplierId}::uuid`;
  const message =
    `${supplier.name} failed ${supplier.failures} times in a row; only single calls are sent there to probe it. ` +
    "Check whether its panel is up, and whether it allows as many calls per second as its settings here say. " +
    "Orders go to the next supplier or wait.";
  const key = `supplier_failing:${supplierId}`;
  if (supplier.failures === failuresToOpen)
    await raiseAlert(tx, { key, kind: "supplier_failing", message, supplierId });
}

/**
 * Records that the supplier answered: its breaker closes and the alert is resolved. `hasBought` also ends an expired
 * automatic hold; an operator's hold stays.
 */
export async function noteAnswer(
  db: Db,
  supplierId: string,
  { hasBought }: { hasBought: boolean },
): Promise<void> {
  const closed = await db.$executeRaw`
    UPDATE suppliers SET failures = 0, open_until = NULL WHERE id = ${supplierId}::uuid AND failures > 0`;
  if (closed > 0) await resolveFailureAlert(db, supplierId);
  if (!hasBought) return;
  // A call from before the hold doesn't show whether the cause of the hold is gone, so a hold ends only after its time.
  const freed = await db.$executeRaw`
    UPDATE suppliers SET hold_until = NULL, hold_reason = NULL
    WHERE id = ${supplierId}::uuid AND hold_reason = ANY(${[...ownHolds]}::text[]) AND hold_until <= now()`;
  if (freed === 0) return;
  logger.info({ supplierId }, "a supplier takes orders again");
  await resolveHoldAlerts(db, supplierId);
}

/** Resolves the alerts of a supplier's automatic holds, which have ended. */
export async function resolveHoldAlerts(db: Db, supplierId: string): Promise<void> {
  for (const reason of ownHolds) await resolveAlert(db, `${reason}:${supplierId}`);
}

/** Resolves the alert of a supplier whose breaker is closed now. */
export async function resolveFailureAlert(db: Db, supplierId: string): Promise<void> {
  await resolveAlert(db, `supplier_failing:${supplierId}`);
}

const holdMessages: Record<string, string> = {
  repeated_number:
    "gave a new order the number of one that is still in progress, so the number proves nothing about either. Both are " +
    "in Needs me: look them up in its list of orders and attach the right numbers. Ask its support whether its numbers " +
    "started again. Until then, its orders go to the next supplier or wait.",
  no_funds:
    "has no funds left. Top up its account. Until then, its orders go to the next supplier or wait, and what nobody " +
    "else delivers is off sale.",
  access_denied:
    "turns our calls away: our account there may be suspended, its API access switched off, or our server's address not " +
    "allowed. Ask its support. Until then, its orders go to the next supplier or wait.",
  wrong_address:
    "sends our calls on to another address, and orders are never sent through a redirect. Test its connection on its " +
    "page, which names the address to enter. Until then, its orders go to the next supplier or wait.",
  bad_key:
    "refuses our API key. Enter the right one. Until then, its orders go to the next supplier or wait.",
};

/** Puts the supplier on hold for `ms`, with an alert. An earlier hold is kept. */
export async function holdSupplier(
  tx: Tx,
  supplierId: string,
  hold: { reason: string; ms: number },
): Promise<void> {
  const [held] = await tx.$queryRaw<{ name: string }[]>`
    UPDATE suppliers SET hold_until = now() + ${hold.ms} * interval '1 millisecond', hold_reason = ${hold.reason}
    WHERE id = ${supplierId}::uuid AND (hold_until IS NULL OR hold_until <= now())
    RETURNING name`;
  if (!held) return;
  const message = `${held.name} ${holdMessages[hold.reason] ?? `is on hold: ${hold.reason}.`}`;
  await raiseAlert(tx, { key: `${hold.reason}:${supplierId}`, kind: hold.reason, message, supplierId });
}

/**
 * A statement's part that takes one of a supplier's `tokens`, as they were `at` that time, if there is a row `leased`.
 */
export function spendToken(supplierId: string, tokens: number, at: Date): Prisma.Sql {
  return Prisma.sql`
    UPDATE suppliers SET tokens = ${tokens - 1}::float8, tokens_at = GREATEST(tokens_at, ${at})
    FROM leased WHERE suppliers.id = ${supplierId}::uuid`;
}

/**
 * After "too many requests": no call is sent for `waitMs`, and the bucket fills from then on. It counts as a failure,
 * so that a supplier which answers nothing else loses its orders to the next one.
 */
export async function noteThrottling(tx: Tx, supplierId: string, waitMs: number): Promise<void> {
  const [drained] = await tx.$queryRaw<{ had_tokens: boolean }[]>`
    WITH before AS (SELECT id, tokens FROM suppliers WHERE id = ${supplierId}::uuid FOR NO KEY UPDATE)
    UPDATE suppliers SET tokens = -rate_per_second * ${waitMs / second}::float, tokens_at = now()
    FROM before WHERE suppliers.id = before.id
    RETURNING before.tokens >= 0 AS had_tokens`;
  // Only such an answer makes the number of tokens negative. If it was negative already, this answer is to a call that
  // was sent before the first refusal, and is not counted again.
  if (drained?.had_tokens) await countFailure(tx, supplierId, waitMs);
}
