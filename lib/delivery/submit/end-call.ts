import { Prisma } from "@/lib/base/db/generated/client";
import { storable } from "@/lib/base/text/storable-text";
import type { ItemLease, Outcome } from "@/lib/delivery/items/item-lease";

const maxAnswerLength = 4_096;

/**
 * The statement that ends the call of a lease, whatever has become of the item, or with `repetition` the one that
 * repeated the call for the nth time. It ends with its condition.
 */
export function endOfCall(lease: ItemLease, outcome: Outcome, repetition?: number): Prisma.Sql {
  const { httpStatus, answer } = outcome.evidence;
  const reason =
    outcome.kind === "rejected" ? outcome.code : outcome.kind === "unknown" ? outcome.reason : null;
  const action = repetition === undefined ? "add" : repeatAction(lease);
  return Prisma.sql`
    UPDATE supplier_calls SET outcome = ${outcome.kind}, reason = ${reason}, http_status = ${httpStatus}::int,
      answer = ${storable(answer, maxAnswerLength)}, ended_at = now()
    WHERE item_id = ${lease.itemId}::uuid AND action = ${action} AND attempt = ${repetition ?? lease.attempt}::int`;
}

/** The action of the calls that repeat a lease's lost call; each has its number as its attempt. */
export function repeatAction({ attempt }: ItemLease): string {
  return `repeat:${attempt}`;
}
