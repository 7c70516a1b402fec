import { streamOrder } from "@/app/_server/order-stream";

/** The order, live: server-sent events named `progress`, the order as its page shows it in each. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  return streamOrder(request, (await params).token);
}
