import { streamOwnOrders } from "@/app/_server/live-orders";

/** Streams the caller's own orders named by `?order=`: server-sent events named `card`. */
export async function GET(request: Request): Promise<Response> {
  return streamOwnOrders(request);
}
