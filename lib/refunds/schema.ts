import { z } from "zod";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { centsFromDollars } from "@/lib/money";

const amountMissing = "Enter an amount such as 4.50.";

const dollarsSchema = z
  .string({ error: amountMissing })
  .trim()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, amountMissing)
  .transform((text) => centsFromDollars(Number(text)) ?? 0)
  .pipe(z.number().int().min(1, amountMissing));

const common = { orderId: z.uuid(), intent: z.uuid(), reason: reasonSchema };

/** The admin form of a refund, for `refundOrder`. */
export const refundSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("full"), ...common }),
  z.object({ kind: z.literal("undelivered"), ...common }),
  z.object({ kind: z.literal("part"), ...common, amount: dollarsSchema }),
]);
