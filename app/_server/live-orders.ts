import "server-only";
import { z } from "zod";
import { getConnection, getDb } from "@/lib/base/db/client";
import { AppError, notFound } from "@/lib/base/errors";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { findOrderId } from "@/lib/orders/views/find-order-id";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { listLiveCards } from "@/lib/orders/views/own-orders";
import { clientAddress, resolveCaller } from "./caller";
import { concurrencyLimit } from "./concurrency";
import { errorResponse } from "./error-response";
import { eventStream, type StreamSource } from "./event-stream";
import { getOrderFeed } from "./runtime";

/**
 * Streams an order: its current state first (unless the reader's Last-Event-ID is that state), then each change. 404
 * for an unknown token. The order is read only once the network has a place for the stream.
 */
export async function streamOrder(request: Request, token: string): Promise<Response> {
  try {
    const network = addressKey(clientAddress(request));
    const orderId = await concurrencyLimit("streams").run(async () => {
      await consumeRateLimit(getConnection().pool, "orderStream", network);
      return findOrderId(getDb(), token);
    });
    if (orderId === null) throw notFound("This order was not found.");
    let sent = request.headers.get("last-event-id");
    return eventStream(request, {
      callers: [network],
      async news() {
        const view = await findOrderView(getDb(), token);
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

/** The maximum number of orders on one page of cards. */
const orderIdsSchema = z.array(z.uuid()).min(1).max(100);

/**
 * Streams the changing part of the caller's own orders named by `?order=`: all of them first, then each that changed.
 * Other customers' orders are left out. The stream ends with the session and does not count as its use. Errors:
 * unauthorized, invalid_input, rate_limited.
 */
export async function streamOwnOrders(request: Request): Promise<Response> {
  try {
    const { userId, orderIds } = await concurrencyLimit("streams").run(() => readAsked(request));
    return eventStream(request, sourceOf(request, userId, orderIds));
  } catch (error) {
    return errorResponse(error, "own-orders-stream");
  }
}

async function readAsked(request: Request): Promise<{ userId: string; orderIds: string[] }> {
  await consumeRateLimit(getConnection().pool, "orderStream", addressKey(clientAddress(request)));
  const caller = await resolveCaller(request, { isUse: false });
  if (caller.kind !== "customer") throw new AppError("unauthorized");
  const asked = orderIdsSchema.safeParse(new URL(request.url).searchParams.getAll("order"));
  if (!asked.success) throw new AppError("invalid_input");
  return { userId: caller.user.id, orderIds: asked.data };
}

function sourceOf(request: Request, userId: string, orderIds: string[]): StreamSource {
  const sent = new Map<string, string>();
  return {
    callers: [addressKey(clientAddress(request)), userId],
    async news() {
      const cards = await listLiveCards(getDb(), { userId, orderIds });
      const changed = cards.filter((card) => sent.get(card.id) !== JSON.stringify(card));
      for (const card of changed) sent.set(card.id, JSON.stringify(card));
      return changed.map((card) => ({ event: "card", data: card }));
    },
    async watch(changed: () => void) {
      const unwatches = await Promise.all(orderIds.map((id) => getOrderFeed().watch(id, changed)));
      return () => {
        for (const unwatch of unwatches) unwatch();
      };
    },
    async isStillAllowed() {
      const caller = await resolveCaller(request, { isUse: false });
      return caller.kind === "customer" && caller.user.id === userId;
    },
  };
}
