import type { Metadata } from "next";
import Link from "next/link";
import { getSite } from "@/app/_server/site";
import { chooserPath } from "@/components/layout/navigation";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { buttonVariants } from "@/components/ui/button-variants";
import { SwellDrawing } from "@/components/ui/swell";

export const metadata: Metadata = { title: "Page not found" };

export default async function NotFoundPage() {
  const { name, supportEmail, claims } = await getSite();
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader shopName={name} supportEmail={supportEmail} />
      <main
        id="main"
        className="column relative isolate flex flex-1 flex-col items-start justify-center gap-6 pt-36 pb-48"
      >
        <SwellDrawing
          lines={9}
          className="pointer-events-none absolute inset-x-0 bottom-0 -z-10 h-40 w-full text-primary/60 sm:h-2/3"
        />
        <p className="text-sm font-semibold text-primary tabular-nums">404</p>
        <h1 className="max-w-3xl text-3xl font-semibold tracking-tight">Oops! Page not found</h1>
        <p className="max-w-md text-lg text-muted-foreground">
          The address may be mistyped, or the page has moved.
        </p>
        <Link href={chooserPath} prefetch={false} className={buttonVariants({ size: "lg" })}>
          Return to Home
        </Link>
      </main>
      <SiteFooter shopName={name} supportEmail={supportEmail} claims={claims} />
    </div>
  );
}
