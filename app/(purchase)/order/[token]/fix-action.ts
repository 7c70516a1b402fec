"use server";

import { revalidatePath } from "next/cache";
import { formAction } from "@/app/_server/run-action";
import { getConnection, getDb } from "@/lib/db/client";
import { fixTarget, fixTargetSchema } from "@/lib/delivery/operator/fix-target";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import { socialDeps } from "@/lib/social/social-deps";

/** Lets the paused order of whoever holds its link go on, once its profile can be reached. */
export const fixTargetAction = formAction("public", fixTargetSchema, async (input, { address }) => {
  await consumeRateLimit(getConnection().pool, "profileLookup", addressKey(address));
  await fixTarget({ ...socialDeps(getDb()), db: getDb() }, input);
  revalidatePath(`/order/${input.token}`);
  return null;
});
