import { UserRound } from "lucide-react";
import Link from "next/link";
import { buttonVariants } from "@/components/ui/button-variants";
import { SwellDrawing } from "@/components/ui/swell";
import type { Catalog } from "@/lib/catalog/catalog";
import { findClaim, listClaims } from "@/lib/content/claims";
import { type Platform, platforms } from "@/lib/platforms";
import { PlatformCard } from "./platform-card";

/** The chooser: one line that rises over the whole page, and the two doors standing in it. */
export function Hero({ catalog }: { catalog: Catalog }) {
  const onlineNow = findClaim("onlineNow");
  const reassurances = listClaims(["noPassword", "safeAndSecure", "moneyBack"]);
  return (
    <section aria-labelledby="hero-title" className="relative isolate overflow-hidden">
      <SwellDrawing
        lines={9}
        className="pointer-events-none absolute top-10 right-0 -z-10 h-[26rem] w-full min-w-3xl text-primary sm:top-4 lg:h-[34rem]"
      />
      <div className="column pt-5 pb-16 lg:pt-8 lg:pb-24">
        <div className="flex items-center gap-4">
          <Link
            href="/auth"
            prefetch={false}
            className={buttonVariants({ variant: "outline", size: "sm", className: "bg-background" })}
          >
            <UserRound aria-hidden="true" /> Login
          </Link>
          {onlineNow ? (
            <p className="inline-flex items-center gap-2 text-sm font-medium">
              <span aria-hidden="true" className="size-2 rounded-full bg-primary ring-4 ring-primary-soft" />
              {onlineNow.text}
            </p>
          ) : null}
        </div>
        <div className="mt-12 max-w-3xl sm:mt-16 lg:mt-20">
          <h1 id="hero-title" className="display">
            Watch the line rise.
          </h1>
          <p className="mt-6 max-w-lg text-lg text-muted-foreground sm:mt-8">
            Followers, likes and views for Instagram and TikTok. Choose a package, name the account, and
            follow the delivery live on a page of your own.
          </p>
        </div>
        <ul className="mt-12 grid gap-5 md:grid-cols-2 lg:mt-16 lg:gap-8">
          {platforms.map((platform) => (
            <li key={platform} data-platform={platform} className="md:first:mt-10">
              <PlatformCard platform={platform} fromCents={lowestPrice(catalog, platform)} />
            </li>
          ))}
        </ul>
        <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-2 text-sm font-medium">
          {reassurances.map(({ name, text }) => (
            <li key={name} className="flex items-center gap-2">
              <span aria-hidden="true" className="h-px w-5 bg-primary" />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function lowestPrice(catalog: Catalog, platform: Platform): number {
  const prices = catalog.packages.filter((entry) => entry.platforms.includes(platform));
  return Math.min(...prices.map((entry) => entry.priceCents));
}
