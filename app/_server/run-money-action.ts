import "server-only";
import { z } from "zod";
import { argon2Hasher } from "@/lib/auth/passwords";
import { isProofFresh, proveSecondFactor } from "@/lib/auth/prove-second-factor";
import { databaseNow } from "@/lib/clock";
import { requireProof } from "@/lib/customers/require-proof";
import { getConnection, getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { takePoint } from "@/lib/rate-limit/take-point";
import type { Result } from "@/lib/result";
import { type ActionContext, runAction } from "./run-action";
import type { SignedInUser } from "./session";

const proofSchema = z.object({
  password: z.string().max(1_024).default(""),
  code: z.string().trim().max(32).default(""),
});

/**
 * `runAction` for what moves money or opens accounts: an administrator whose last proof is older than 15 minutes gets
 * `proof_needed`, and sends the same form again with `password` and `code` in it.
 */
export async function runMoneyAction<Schema extends z.ZodType, T>(
  schema: Schema,
  form: FormData,
  handler: (input: z.infer<Schema>, context: ActionContext<"admin">) => Promise<T>,
): Promise<Result<T>> {
  return runAction("admin", schema, form, async (input, context) => {
    if (!isProofFresh(context.user.provenAt, databaseNow())) await proveAgain(context.user, form);
    return handler(input, context);
  });
}

async function proveAgain(user: SignedInUser, form: FormData): Promise<void> {
  const { password, code } = proofSchema.parse(Object.fromEntries(form));
  if (password === "" || code === "") throw new AppError("proof_needed");
  await takePoint(getConnection().pool, "adminProof", user.id);
  const [db, now] = [getDb(), databaseNow()];
  await requireProof(
    { db, hasher: argon2Hasher, now },
    { userId: user.id, password, provenAt: user.provenAt },
  );
  const { SHOP_SECRET: shopSecret } = getEnv();
  await proveSecondFactor(db, { userId: user.id, sessionId: user.sessionId, shopSecret, code, now });
}
