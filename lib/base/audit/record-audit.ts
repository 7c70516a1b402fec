import type { Tx } from "@/lib/base/db/client";
import type { AuditEntry, Prisma } from "@/lib/base/db/generated/client";
import { sha256 } from "@/lib/base/ids";
import { databaseNow } from "@/lib/base/time/clock";

/** Who acts: an administrator, the command line (`id` null, `email` "ops"), or the shop itself. */
export type Actor = { id: string | null; email: string };

/** The actor for decisions that the shop makes by itself. */
export const shopActor: Actor = { id: null, email: "shop" };

/** Who changes something, and why, in their own words, for the audit log. */
export type AuditContext = { actor: Actor; reason: string };

/** The fields that changed, before and after; never a secret. */
type AuditedChange = {
  before?: Prisma.InputJsonObject | undefined;
  after?: Prisma.InputJsonObject | undefined;
};

/** The columns that a row's hash covers. */
export type HashedAudit = Omit<AuditEntry, "previous" | "hash" | "before" | "after"> & {
  before: unknown;
  after: unknown;
};

/** The `previous` hash of the first row. */
export const auditOrigin = "0".repeat(64);

// Any constant works as long as all writers take the same lock.
const chainLock = 7_204_113_052;

/**
 * Adds a row to the audit log in the transaction of the change that it records: who did what to which `subject`.
 * `action` is dotted and in the past tense (`refund.requested`). Writers hold the chain's lock until they commit, so
 * call it last.
 */
export async function recordAudit(
  tx: Tx,
  { actor, reason }: { actor: Actor; reason?: string | undefined },
  action: string,
  [subjectType, subjectId]: [type: string, id: string],
  { before, after }: AuditedChange = {},
): Promise<void> {
  const last = await lockChain(tx);
  const row: HashedAudit = {
    id: (last?.id ?? 0n) + 1n,
    at: databaseNow(),
    action,
    subjectType,
    subjectId,
    actorId: actor.id,
    actor: actor.email,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
  };
  const previous = last?.hash ?? auditOrigin;
  await tx.auditEntry.create({ data: { ...row, before, after, previous, hash: hashAudit(row, previous) } });
}

/** Waits for the chain's lock, which the transaction holds until its end. Returns the newest entry. */
export async function lockChain(tx: Tx): Promise<Pick<AuditEntry, "id" | "hash"> | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${chainLock})`;
  return tx.auditEntry.findFirst({ orderBy: { id: "desc" }, select: { id: true, hash: true } });
}

/** The hash of a row that follows `previous`. JSON keys are sorted, because the database does not keep their order. */
export function hashAudit(row: HashedAudit, previous: string): string {
  const fields = [
    previous,
    String(row.id),
    row.at.toISOString(),
    row.actorId,
    row.actor,
    row.action,
    row.subjectType,
    row.subjectId,
    sortKeys(row.before),
    sortKeys(row.after),
    row.reason,
  ];
  return sha256(JSON.stringify(fields));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
