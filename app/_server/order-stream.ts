import "server-only";
import { getConnection, getDb } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import type { OrderView } from "@/lib/orders/order-view";
import { findOrderView } from "@/lib/orders/queries";
import { addressKey } from "@/lib/rate-limit/address-key";
import { takePoint } from "@/lib/rate-limit/take-point";
import { clientAddress } from "./caller";
import { errorResponse } from "./error-response";
import { getOrderFeed } from "./runtime";

const heartbeatMs = 20_000;

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  // A proxy that buffers would hold the progress back.
  "X-Accel-Buffering": "no",
};

/**
 * Streams an order from now on: its present state first (unless the reader's Last-Event-ID shows that it has it),
 * then each change. A heartbeat keeps proxies from closing a quiet stream. 404 for a token that opens nothing.
 */
export async function streamOrder(request: Request, token: string): Promise<Response> {
  let first: OrderView;
  try {
    await takePoint(getConnection().pool, "orderStream", addressKey(clientAddress(request)));
    first = await getOrderView(token);
  } catch (error) {
    return errorResponse(error, "order-stream");
  }
  const lastSeen = request.headers.get("last-event-id");
  const encoder = new TextEncoder();
  let stop = () => {};

  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      let sent = lastSeen ?? "";
      const show = (view: OrderView) => {
        if (view.version === sent) return;
        sent = view.version;
        send(`event: progress\nid: ${view.version}\ndata: ${JSON.stringify(view)}\n\n`);
      };
      send("retry: 2000\n\n");
      show(first);
      const changed = latest(async () => {
        const view = await findOrderView(getDb(), token);
        if (view) show(view);
      });
      const heartbeat = setInterval(() => send(": still here\n\n"), heartbeatMs);
      let isOpen = true;
      let unwatch = () => {};
      stop = () => {
        isOpen = false;
        clearInterval(heartbeat);
        unwatch();
      };
      // The reader may go in two ways at once; a closed stream takes no second end.
      const close = () => {
        if (!isOpen) return;
        stop();
        controller.close();
      };
      request.signal.addEventListener("abort", close);
      if (request.signal.aborted) return close();
      try {
        unwatch = await getOrderFeed().watch(first.orderId, changed);
      } catch {
        // Nobody would be told of changes: the reader comes again, as after any lost connection.
        return close();
      }
      if (!isOpen) return unwatch();
      // What changed between the first read and the watch was told to nobody.
      changed();
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers });
}

async function getOrderView(token: string): Promise<OrderView> {
  const view = await findOrderView(getDb(), token);
  if (!view) throw new AppError("not_found", { userMessage: "This order was not found." });
  return view;
}

/** Runs `work` one at a time; calls that come meanwhile become one more run, so the last state is always shown. */
function latest(work: () => Promise<void>): () => void {
  let state: "idle" | "running" | "again" = "idle";
  return async function run() {
    if (state !== "idle") {
      state = "again";
      return;
    }
    do {
      state = "running";
      await work().catch((error) => logger.debug({ err: String(error) }, "an order could not be streamed"));
    } while ((state as string) === "again");
    state = "idle";
  };
}
