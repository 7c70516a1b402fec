"use server";

import { redirectAction } from "@/app/_server/run-action";
import { getConnection } from "@/lib/base/db/client";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { databaseNow } from "@/lib/base/time/clock";
import { confirmEmailSchema } from "@/lib/people/customers/account-forms";
import { confirmEmailChange } from "@/lib/people/customers/email-change";

/** Confirms a new address. It takes a click, because mail scanners open the link too. */
export const confirmEmailAction = redirectAction(
  "accountHolder",
  confirmEmailSchema,
  async ({ token }, { user }) => {
    const { db, pool } = getConnection();
    await consumeRateLimit(pool, "accountLink", user.id);
    await confirmEmailChange({ db, now: databaseNow() }, { userId: user.id, token });
    return "/settings?changed=email";
  },
);
