import { streamOrder } from "@/app/_server/live-orders";

/** Streams the order: server-sent events named `progress`, each with the order as its page shows it. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> {
  return streamOrder(request, (await params).token);
}
