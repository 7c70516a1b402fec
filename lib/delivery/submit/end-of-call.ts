import { Prisma } from "@/lib/db/generated/client";
import { storable } from "@/lib/storable-text";
import type { AddOutcome, Evidence } from "@/lib/suppliers/protocol/provider";
import type { HeldLease } from "./lease-item";

const maxAnswerLength = 4_096;

/** What a call's row keeps of an answer. */
export function keptAnswer({ answer }: Evidence): string {
  return storable(answer, maxAnswerLength);
}

/** The open call's row gets its end, whatever has become of the item. */
export function endOfCall(
  lease: HeldLease,
  outcome: AddOutcome["kind"],
  reason: string | null,
  evidence: Evidence,
): Prisma.Sql {
  return Prisma.sql`
    UPDATE supplier_calls SET outcome = ${outcome}, reason = ${reason}, http_status = ${evidence.httpStatus}::int,
      answer = ${keptAnswer(evidence)}, ended_at = now()
    WHERE item_id = ${lease.itemId}::uuid AND action = 'add' AND attempt = ${lease.attempt}::int`;
}
