import "server-only";
import { getConnection, getDb } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { findOrderView } from "@/lib/orders/queries";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import { clientAddress } from "./caller";
import { errorResponse } from "./error-response";
import { eventStream } from "./event-stream";
import { getOrderFeed } from "./runtime";
import { shareOf } from "./shares";

/**
 * Streams an order from now on: its present state first (unless the reader's Last-Event-ID shows that it has it),
 * then each change. 404 for a token that opens nothing.
 */
export async function streamOrder(request: Request, token: string): Promise<Response> {
  try {
    const network = addressKey(clientAddress(request));
    let loaded = await shareOf("streams").run(async () => {
      await consumeRateLimit(getConnection().pool, "orderStream", network);
      return findOrderView(getDb(), token);
    });
    if (!loaded) throw new AppError("not_found", { userMessage: "This order was not found." });
    const { orderId } = loaded;
    let sent = request.headers.get("last-event-id");
    return eventStream(request, {
      callers: [network],
      async news() {
        const view = loaded ?? (await findOrderView(getDb(), token));
        loaded = null;
        if (!view || view.version === sent) return [];
        sent = view.version;
        return [{ event: "progress", id: view.version, data: view }];
      },
      watch: (changed) => getOrderFeed().watch(orderId, changed),
    });
  } catch (error) {
    return errorResponse(error, "order-stream");
  }
}
