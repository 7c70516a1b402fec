import { streamOwnOrders } from "@/app/_server/own-orders-stream";

/** The caller's own orders that `?order=` names, live: server-sent events named `card`. */
export async function GET(request: Request): Promise<Response> {
  return streamOwnOrders(request);
}
