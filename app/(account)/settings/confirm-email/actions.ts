"use server";

import { redirect } from "next/navigation";
import { runAction } from "@/app/_server/run-action";
import type { SettingsResult } from "@/app/(account)/settings/settings-form";
import { databaseNow } from "@/lib/clock";
import { confirmEmailChange } from "@/lib/customers/confirm-email-change";
import { confirmEmailSchema } from "@/lib/customers/settings-schema";
import { getConnection } from "@/lib/db/client";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";

/** Follows the link that was sent to a new address: by a button, so that a mail scanner that opens it changes nothing. */
export async function confirmEmailAction(
  _previous: SettingsResult | null,
  form: FormData,
): Promise<SettingsResult> {
  const result = await runAction("owner", confirmEmailSchema, form, async ({ token }, { user }) => {
    const { db, pool } = getConnection();
    await consumeRateLimit(pool, "accountLink", user.id);
    await confirmEmailChange({ db, now: databaseNow() }, { userId: user.id, token });
  });
  if (!result.ok) return result;
  redirect("/settings?changed=email");
}
