import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { LedgerAccount } from "@/lib/base/db/generated/enums";
import { AppError } from "@/lib/base/errors";

/** One side of a movement, in millionths of the currency unit: a debit is positive, a credit negative. */
export type NewEntry = { account: LedgerAccount; amountMicros: bigint };

export type Movement = {
  /** The movement's unique key, such as `payment:<attempt>` or `refund:<refund>`. */
  movement: string;
  currency: string;
  orderId?: string;
  supplierId?: string;
  entries: NewEntry[];
};

/**
 * Posts one movement to the ledger in the transaction of the change that it records. A repeated key posts nothing.
 * Throws internal when the entries do not sum to zero.
 */
export async function recordMovement(tx: Db, movement: Movement): Promise<void> {
  const insert = movementInsert(movement);
  if (insert) await tx.$executeRaw(insert);
}

/**
 * The statement of `recordMovement`, for callers that post it with other rows in one statement. Null when nothing moves.
 * Throws internal when the entries do not sum to zero.
 */
export function movementInsert(movement: Movement): Prisma.Sql | null {
  const entries = netEntries(movement.entries);
  if (entries.reduce((sum, { amountMicros }) => sum + amountMicros, 0n) !== 0n) {
    throw new AppError("internal", { detail: `movement ${movement.movement} does not sum to zero` });
  }
  if (entries.length === 0) return null;
  const rows = entries.map(
    ({ account, amountMicros }) => Prisma.sql`(${movement.movement}, ${account}::ledger_account,
      ${String(amountMicros)}::bigint, ${movement.currency.toLowerCase()}, ${movement.orderId ?? null}::uuid,
      ${movement.supplierId ?? null}::uuid)`,
  );
  return Prisma.sql`
    INSERT INTO ledger_entries (movement, account, amount_micros, currency, order_id, supplier_id)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (movement, account) DO NOTHING`;
}

/** At most one entry per account, and none of zero. */
function netEntries(entries: NewEntry[]): NewEntry[] {
  const sums = new Map<LedgerAccount, bigint>();
  for (const { account, amountMicros } of entries) {
    sums.set(account, (sums.get(account) ?? 0n) + amountMicros);
  }
  return [...sums]
    .map(([account, amountMicros]) => ({ account, amountMicros }))
    .filter(({ amountMicros }) => amountMicros !== 0n);
}
