"use server";

import { redirectAction } from "@/app/_server/run-action";
import { databaseNow } from "@/lib/clock";
import { linkFormSchema } from "@/lib/customers/schema";
import { getConnection } from "@/lib/db/client";
import { confirmOrderEmail } from "@/lib/orders/correct-email";
import { consumeForAddress } from "@/lib/rate-limit/consume-rate-limit";

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
