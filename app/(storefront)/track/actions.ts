"use server";

import { after } from "next/server";
import { runAction } from "@/app/_server/run-action";
import { sendTrackingLink, trackingSchema } from "@/lib/customers/send-tracking-link";
import { getConnection, getDb } from "@/lib/db/client";
import { sha256 } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { addressKey } from "@/lib/rate-limit/address-key";
import { takePoint } from "@/lib/rate-limit/take-point";
import type { Result } from "@/lib/result";

/**
 * Mails an order's link to its owner. The answer is the same whether there is such an order or not, and so is the
 * time it takes: the order is looked for once the answer is on its way.
 */
export async function trackAction(_previous: Result<null> | null, form: FormData): Promise<Result<null>> {
  return runAction("public", trackingSchema, form, async (input, { address }) => {
    const { pool } = getConnection();
    await takePoint(pool, "tracking", addressKey(address));
    await takePoint(pool, "trackingOfEmail", sha256(input.email));
    after(() =>
      sendTrackingLink(getDb(), input).catch((err: unknown) => {
        logger.error({ err }, "a tracking link could not be booked");
      }),
    );
    return null;
  });
}
