import { checkHealth, findNotice } from "@/app/_server/health";

export const dynamic = "force-dynamic";

/**
 * 200 `{"status":"ok"}`, or 503 with the problems, for load balancers and operators. A quarantine is a `notice` with the
 * 200: pages and payments work, so a load balancer must keep the instance.
 */
export async function GET(): Promise<Response> {
  const problems = await checkHealth();
  if (problems.length > 0) return Response.json({ status: "failing", problems }, { status: 503 });
  const notice = await findNotice();
  return Response.json({ status: "ok", ...(notice && { notice }) });
}
