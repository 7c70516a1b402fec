import { getSite } from "@/app/_server/site";
import { sampleMails } from "@/emails/samples";
import { getEnv } from "@/lib/base/env/env";
import { isMailKind } from "@/lib/mail/queue/mails";
import { renderParts } from "@/lib/mail/render/render-composer";

/** One mail as its reader gets it, or its plain-text part. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ kind: string }> },
): Promise<Response> {
  const { kind } = await params;
  if (getEnv().APP_MODE === "live" || !isMailKind(kind)) return new Response("Not found", { status: 404 });
  const { html, text } = await renderParts(sampleMails(await getSite())[kind]);
  const isText = new URL(request.url).searchParams.get("part") === "text";
  return new Response(isText ? text : html, {
    headers: { "Content-Type": isText ? "text/plain; charset=utf-8" : "text/html; charset=utf-8" },
  });
}
