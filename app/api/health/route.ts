import { checkHealth, findNotice } from "@/app/_server/health";

export const dynamic = "force-dynamic";

/**
 * 200 `{"status":"ok"}`, or 503 with the names of what is wrong. For load balancers and for people. A quarantine is a
 * `notice` beside the 200: pages and payments work, so that no load balancer may take the instance away.
 */
export async function GET(): Promise<Response> {
  const problems = await checkHealth();
  if (problems.length > 0) return Response.json({ status: "failing", problems }, { status: 503 });
  const notice = await findNotice();
  return Response.json({ status: "ok", ...(notice && { notice }) });
}
