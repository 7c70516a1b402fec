"use server";

import { redirectAction } from "@/app/_server/run-action";
import { databaseNow } from "@/lib/clock";
import { confirmEmailChange } from "@/lib/customers/email-change";
import { confirmEmailSchema } from "@/lib/customers/schema";
import { getConnection } from "@/lib/db/client";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";

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
