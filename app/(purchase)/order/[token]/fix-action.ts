"use server";

import { revalidatePath } from "next/cache";
import { runAction } from "@/app/_server/run-action";
import { getConnection, getDb } from "@/lib/db/client";
import { fixTarget, fixTargetSchema } from "@/lib/delivery/operator/fix-target";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import type { Result } from "@/lib/result";
import { socialDeps } from "@/lib/social/social-deps";

/** Lets the paused order of whoever holds its link go on, once its profile can be reached. */
export async function fixTargetAction(_previous: Result<null> | null, form: FormData): Promise<Result<null>> {
  const result = await runAction("public", fixTargetSchema, form, async (input, { address }) => {
    await consumeRateLimit(getConnection().pool, "profileLookup", addressKey(address));
    await fixTarget({ ...socialDeps(getDb()), db: getDb() }, input);
    return input.token;
  });
  if (!result.ok) return result;
  revalidatePath(`/order/${result.data}`);
  return { ok: true, data: null };
}
