"use server";

import { redirectAction } from "@/app/_server/run-action";
import { beginSession } from "@/app/_server/sign-in/begin-session";
import { getConnection } from "@/lib/base/db/client";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { databaseNow } from "@/lib/base/time/clock";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { resetFormSchema } from "@/lib/people/customers/account-forms";
import { acceptInvitation } from "@/lib/people/customers/invite-admin";

/** Accepts an invitation with a password, and signs this browser in; the second factor comes next. */
export const joinAction = redirectAction("public", resetFormSchema, async (input, { address }) => {
  const { db, pool } = getConnection();
  await consumeRateLimit(pool, "accountLink", addressKey(address));
  await beginSession(await acceptInvitation({ db, hasher: argon2Hasher, now: databaseNow() }, input));
  return "/admin-auth";
});
