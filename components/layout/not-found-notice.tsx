"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { SwellGround } from "@/components/ui/swell";
import { chooserPath } from "./navigation";
import { ShopName } from "./shop-name";

/**
 * The shop's 404 page; `not-found.tsx` loads it. Without `shop`, only its text, for a page that has a header and a footer.
 */
export default function NotFoundNotice({ shop }: { shop?: { name: string; logo: string | null } }) {
  if (!shop) return <NotFoundText />;
  return (
    <div className="relative isolate flex min-h-dvh flex-col">
      <header className="column flex h-16 items-center lg:h-18">
        <ShopName name={shop.name} logo={shop.logo} />
      </header>
      <main id="main" className="column flex flex-1 flex-col justify-center pt-12 pb-48">
        <NotFoundText />
      </main>
      <SwellGround lines={9} className="h-40 text-primary/60 sm:h-2/3" />
    </div>
  );
}

function NotFoundText() {
  return (
    <div className="flex flex-col items-start gap-6">
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
