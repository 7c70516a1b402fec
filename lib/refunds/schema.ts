import { z } from "zod";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { dollarsSchema } from "@/lib/form-fields";

const amountMissing = "Enter an amount such as 4.50.";

const common = { orderId: z.uuid(), intent: z.uuid(), reason: reasonSchema };

/** The admin form of a refund, for `refundOrder`. */
export const refundSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("full"), ...common }),
  z.object({ kind: z.literal("undelivered"), ...common }),
  z.object({
    kind: z.literal("part"),
    ...common,
    amount: dollarsSchema(amountMissing).pipe(z.int().min(1, amountMissing)),
  }),
]);
