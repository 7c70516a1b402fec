import { streamOwnOrders } from "@/app/_server/live-orders";

/** The caller's own orders named by `?order=`, live: server-sent events named `card`. */
export async function GET(request: Request): Promise<Response> {
  return streamOwnOrders(request);
}
