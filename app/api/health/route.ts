import { checkHealth } from "@/app/_server/health";

export const dynamic = "force-dynamic";

/** 200 `{"status":"ok"}`, or 503 with the names of what is wrong. For load balancers and for people. */
export async function GET(): Promise<Response> {
  const problems = await checkHealth();
  return problems.length === 0
    ? Response.json({ status: "ok" })
    : Response.json({ status: "failing", problems }, { status: 503 });
}
