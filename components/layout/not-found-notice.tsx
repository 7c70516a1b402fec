"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { chooserPath } from "./navigation";
import { PageFrame } from "./page-frame";
import type { FooterSite } from "./site-footer";

/** The shop's 404 page; `not-found.tsx` loads it. Without `site`, its text, for a page that has the frame already. */
export default function NotFoundNotice({ site }: { site?: FooterSite }) {
  if (!site) return <NotFoundText />;
  return (
    <PageFrame site={site}>
      <NotFoundText />
    </PageFrame>
  );
}

function NotFoundText() {
  return (
    <div className="flex flex-col items-start gap-6 py-8 lg:py-16">
      <p className="text-sm font-semibold text-primary tabular-nums">404</p>
      <h1 className="max-w-3xl text-3xl font-semibold tracking-tight">Oops! Page not found</h1>
      <p className="max-w-md text-lg text-muted-foreground">
        The address may be mistyped, or the page has moved.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={chooserPath} prefetch={false} size="lg">
          Return to Home
        </ButtonLink>
        <ButtonLink href="/contact" prefetch={false} size="lg" variant="outline">
          Customer Support
        </ButtonLink>
      </div>
    </div>
  );
}
