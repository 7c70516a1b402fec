"use server";

import { redirectAction } from "@/app/_server/run-action";
import { getConnection } from "@/lib/base/db/client";
import { consumeForAddress } from "@/lib/base/rate-limit/consume-rate-limit";
import { databaseNow } from "@/lib/base/time/clock";
import { confirmOrderEmail } from "@/lib/buyer/order-email/correct-order-email";
import { linkFormSchema } from "@/lib/people/customers/account-forms";

/** Makes the address of a mailed link the order's. It takes a click, because mail scanners open the link too. */
export const confirmOrderEmailAction = redirectAction(
  "public",
  linkFormSchema,
  async ({ token }, { address }) => {
    const { db, pool } = getConnection();
    await consumeForAddress(pool, "accountLink", address);
    const orderToken = await confirmOrderEmail({ db, now: databaseNow() }, token);
    return `/order/${orderToken}?changed=email`;
  },
);
