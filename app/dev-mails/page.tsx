import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getEnv } from "@/lib/base/env/env";
import { mailKinds } from "@/lib/running/worker/mail-kinds";

export const metadata: Metadata = { title: "Mails", robots: { index: false } };
export const dynamic = "force-dynamic";

/** A preview of every mail with made-up facts. It does not exist in a live shop. */
export default function MailPreviewsPage() {
  if (getEnv().APP_MODE === "live") notFound();
  return (
    <main className="column flex flex-col gap-6 py-12">
      <h1 className="text-3xl font-semibold tracking-tight">Mails</h1>
      <ul className="border-t border-border">
        {[...mailKinds.keys()].map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-6 border-b border-border">
            <a href={`/dev-mails/${kind}`} className="inline-flex min-h-11 flex-1 items-center font-medium">
              {kind}
            </a>
            <a
              href={`/dev-mails/${kind}?part=text`}
              className="inline-flex min-h-11 items-center text-muted-foreground underline underline-offset-4"
            >
              plain text
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
