import { z } from "zod";
import { reasonSchema } from "@/lib/audit/reason-schema";
import type { RefillDecision } from "./decide-refill";

/** The admin pages' form about a refill whose answer got lost: how it ended, or the supplier's number of it. */
export const decideRefillSchema = z
  .object({
    refillId: z.uuid(),
    decision: z.enum(["attach", "resend", "completed", "rejected"], { error: "Choose what became of it." }),
    supplierRefillId: z.string().trim().max(40).default(""),
    reason: reasonSchema,
  })
  .transform(({ decision: kind, supplierRefillId, ...rest }) => {
    const decision: RefillDecision = kind === "attach" ? { kind, supplierRefillId } : { kind };
    return { ...rest, decision };
  });
