import { attachment, textStream } from "@/app/_server/attachment";
import { limitedExport } from "@/app/_server/concurrency";
import { errorResponse } from "@/app/_server/error-response";
import { currentFreshAdmin } from "@/app/_server/session";
import { recordAudit } from "@/lib/base/audit/record-audit";
import { getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { queryString } from "@/lib/base/text/query-string";
import { databaseNow } from "@/lib/base/time/clock";
import { exportOrders, orderExportSchema } from "@/lib/operator/reporting/export-orders";

/**
 * The filtered orders as a streamed CSV file, for an Excel with a decimal comma on request. Requires the permission to
 * export orders and a fresh sign-in; each export is audited.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    const { searchParams } = new URL(request.url);
    const { after: _, decimal, ...filter } = orderExportSchema.parse(Object.fromEntries(searchParams));
    const { ids: _ids, ...shown } = filter;
    const list = `/admin${queryString(shown)}`;
    const { admin, answer } = await currentFreshAdmin("orders.export", list);
    if (answer) return answer;
    const lines = await limitedExport("staffExports", admin.id, async () => {
      await getDb().$transaction((tx) =>
        recordAudit(tx, { actor: admin }, "orders.exported", ["orders", "csv"], {
          after: JSON.parse(JSON.stringify(filter)),
        }),
      );
      return exportOrders(getEnv().DATABASE_URL, { ...filter, assigneeId: admin.id }, decimal);
    });
    const day = databaseNow().toISOString().slice(0, 10);
    return attachment(textStream(request, lines), "text/csv; charset=utf-8", `orders-${day}.csv`);
  } catch (error) {
    return errorResponse(error, "export-orders");
  }
}
