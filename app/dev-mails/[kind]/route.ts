import { getSite } from "@/app/_server/site";
import { getEnv } from "@/lib/base/env/env";
import { renderMail } from "@/lib/mail/queue/render-mail";
import { mailKinds } from "@/lib/running/worker/mail-kinds";

/** One mail as its reader gets it, or its plain-text part. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ kind: string }> },
): Promise<Response> {
  const mail = mailKinds.get((await params).kind);
  if (getEnv().APP_MODE === "live" || !mail) return new Response("Not found", { status: 404 });
  const { html, text } = await renderMail(mail.sample(await getSite()));
  const isText = new URL(request.url).searchParams.get("part") === "text";
  return new Response(isText ? text : html, {
    headers: { "Content-Type": isText ? "text/plain; charset=utf-8" : "text/html; charset=utf-8" },
  });
}
