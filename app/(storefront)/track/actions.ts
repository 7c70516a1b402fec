"use server";

import { formAction } from "@/app/_server/run-action";
import { askForAccountMail } from "@/lib/customers/account-mail";
import { countMailTo } from "@/lib/customers/mail-allowance";
import { trackingSchema } from "@/lib/customers/send-tracking-link";
import { getConnection } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";

/**
 * Mails an order's link to its owner. Answer and work are the same whether the order exists or not: a worker looks it
 * up.
 */
export const trackAction = formAction("public", trackingSchema, async (input, { address }) => {
  const { db, pool } = getConnection();
  await consumeRateLimit(pool, "tracking", addressKey(address));
  await countMailTo(pool, input.email, { address });
  await askForAccountMail(db, getEnv().SHOP_SECRET, { kind: "tracking_link", ...input });
  return null;
});
