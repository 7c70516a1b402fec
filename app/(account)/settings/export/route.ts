import { attachment, textStream } from "@/app/_server/attachment";
import { limitedExport } from "@/app/_server/concurrency";
import { errorResponse } from "@/app/_server/error-response";
import { currentAccountHolder } from "@/app/_server/session";
import { getConnection } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { databaseNow } from "@/lib/base/time/clock";
import { auditOwnAction } from "@/lib/people/customers/record-sign-in-change";
import { exportData } from "@/lib/people/privacy/export-data";

/** The customer's data as a file, streamed. */
export async function GET(request: Request): Promise<Response> {
  try {
    const user = await currentAccountHolder();
    const { db, pool } = getConnection();
    await consumeRateLimit(pool, "exportData", user.id);
    const pieces = await limitedExport("customerExports", user.id, async () => {
      await db.$transaction((tx) => auditOwnAction(tx, user.id, "data.exported"));
      return exportData(db, user.id, getEnv().SHOP_ORIGIN);
    });
    const day = databaseNow().toISOString().slice(0, 10);
    return attachment(textStream(request, pieces), "application/json; charset=utf-8", `my-data-${day}.json`);
  } catch (error) {
    return errorResponse(error, "export");
  }
}
