"use server";

import { formAction } from "@/app/_server/run-action";
import { getConnection } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { askForAccountMail } from "@/lib/people/customers/account-mail";
import { countMailTo } from "@/lib/people/customers/mail-allowance";
import { trackingSchema } from "@/lib/people/customers/send-tracking-link";

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
