import { z } from "zod";
import { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { storable } from "@/lib/storable-text";
import type { AddOutcome, AddRequest, Evidence } from "@/lib/suppliers/protocol/provider";
import type { HeldLease } from "../item-lease";

const sentRequestSchema = z.object({
  service: z.string(),
  link: z.string(),
  quantity: z.number().int(),
  extra: z.record(z.string(), z.string()).optional(),
});

/** The request of a call's row. Throws internal when it can't be read. */
export function readSentRequest(stored: unknown): AddRequest {
  const parsed = sentRequestSchema.safeParse(stored);
  if (!parsed.success) throw new AppError("internal", { detail: "a stored request can't be read" });
  return parsed.data;
}

const maxAnswerLength = 4_096;

/** The part of an answer that a call's row stores. */
export function keptAnswer({ answer }: Evidence): string {
  return storable(answer, maxAnswerLength);
}

/** The statement that ends the open call of a lease, whatever has become of the item. */
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
