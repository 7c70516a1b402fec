import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { LedgerAccount } from "@/lib/db/generated/enums";
import { AppError } from "@/lib/errors";

/** One side of a movement, in millionths of the currency's unit: a debit is positive, a credit negative. */
export type NewEntry = { account: LedgerAccount; amountMicros: bigint };

export type Movement = {
  /** Names the movement for ever (`payment:<attempt>`, `refund:<refund>`); a second one of the name is not written. */
  movement: string;
  currency: string;
  orderId?: string;
  supplierId?: string;
  entries: NewEntry[];
};

/**
 * Writes one movement into the ledger, in the caller's transaction: it stands or falls with the change it ledger, and a
 * repetition of its key writes nothing. Throws internal when its entries do not add up to zero.
 */
export async function recordMovement(tx: Db, movement: Movement): Promise<void> {
  const insert = movementInsert(movement);
  if (insert) await tx.$executeRaw(insert);
}

/**
 * The statement `recordMovement` runs, for callers who write the movement along with other rows in one statement.
 * Null when nothing moves. Throws internal when the entries do not add up to zero.
 */
export function movementInsert(movement: Movement): Prisma.Sql | null {
  const entries = netEntries(movement.entries);
  if (entries.reduce((sum, { amountMicros }) => sum + amountMicros, 0n) !== 0n) {
    throw new AppError("internal", { detail: `movement ${movement.movement} does not add up to zero` });
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

/** One entry an account, and none that moves nothing. */
function netEntries(entries: NewEntry[]): NewEntry[] {
  const sums = new Map<LedgerAccount, bigint>();
  for (const { account, amountMicros } of entries) {
    sums.set(account, (sums.get(account) ?? 0n) + amountMicros);
  }
  return [...sums]
    .map(([account, amountMicros]) => ({ account, amountMicros }))
    .filter(({ amountMicros }) => amountMicros !== 0n);
}
