import { databaseNow } from "@/lib/clock";
import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sha256 } from "@/lib/ids";

/** Who acts: an administrator, the command line (`id` null, `email` "ops"), or the shop itself. */
export type Actor = { id: string | null; email: string };

/** The actor for decisions that the shop makes by itself. */
export const shopActor: Actor = { id: null, email: "shop" };

/** Who changes something, and why, in their own words, for the audit log. */
export type Deed = { actor: Actor; reason: string };

export type AuditInput = {
  actor: Actor;
  /** Past tense, dotted: `refund.requested`, `ticket.answered`. */
  action: string;
  subjectType: string;
  subjectId: string;
  /** The changed fields before and after; never a secret. */
  before?: Prisma.InputJsonObject;
  after?: Prisma.InputJsonObject;
  /** The administrator's own words. */
  reason?: string;
};

/** The columns that a row's hash covers, in this order. */
export type HashedAudit = {
  id: bigint;
  at: Date;
  actorId: string | null;
  actor: string;
  action: string;
  subjectType: string;
  subjectId: string;
  before: unknown;
  after: unknown;
  reason: string | null;
};

/** The `previous` hash of the first row. */
export const auditOrigin = "0".repeat(64);

// Any constant works as long as all writers take the same lock.
const chainLock = 7_204_113_052;

/**
 * Adds a row to the audit log in the transaction of the change that it records. Writers hold the chain's lock until they
 * commit, so call it last.
 */
export async function recordAudit(tx: Tx, input: AuditInput): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${chainLock})`;
  const last = await tx.auditEntry.findFirst({ orderBy: { id: "desc" }, select: { id: true, hash: true } });
  const row: HashedAudit = {
    id: (last?.id ?? 0n) + 1n,
    at: databaseNow(),
    actorId: input.actor.id,
    actor: input.actor.email,
    action: input.action,
    subjectType: input.subjectType,
    subjectId: input.subjectId,
    before: input.before ?? null,
    after: input.after ?? null,
    reason: input.reason ?? null,
  };
  const previous = last?.hash ?? auditOrigin;
  await tx.auditEntry.create({
    data: {
      ...row,
      before: input.before,
      after: input.after,
      previous,
      hash: hashAudit(row, previous),
    },
  });
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
