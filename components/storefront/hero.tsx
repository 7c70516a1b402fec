import { UserRound } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { SwellDrawing } from "@/components/ui/swell";
import { swellHeight } from "@/components/ui/swell-path";
import { type Catalog, lowestPrice } from "@/lib/shop/catalog/catalog";
import { listPlatforms } from "@/lib/shop/catalog/vocabulary";
import { allPlatformsPath, mostInFull, soldInWords } from "@/lib/shop/content/sold";
import { type ClaimSwitches, findClaim, listClaims } from "@/lib/shop/settings/claims";
import { PlatformCard } from "./platform-card";

/** The positions of the two delivery milestones on the line. */
const milestonePlaces = [0.57, 0.83];

/** The home page's hero: a line that rises over the whole page, and a card for each platform. */
export function Hero({ catalog, claims }: { catalog: Catalog; claims: ClaimSwitches }) {
  const onlineNow = findClaim("onlineNow", claims);
  const milestones = listClaims(["quickStart", "gradualDelivery"], claims).map(({ text }, index) => ({
    text,
    x: milestonePlaces[index] ?? 0,
  }));
  const platforms = listPlatforms();
  const reassurances = listClaims(["noPassword", "safeAndSecure", "moneyBack"], claims);
  return (
    <section aria-labelledby="hero-title" className="relative isolate overflow-hidden">
      <div className="pointer-events-none absolute inset-x-0 top-6 -z-10 hidden h-[27rem] lg:block">
        <SwellDrawing lines={9} className="size-full text-primary" />
        {milestones.map(({ x, text }) => (
          <Milestone key={text} x={x} text={text} />
        ))}
      </div>
      <div className="column pt-5 pb-16 lg:pt-6 lg:pb-24">
        <div className="flex items-center gap-4">
          <ButtonLink
            href="/auth"
            prefetch={false}
            variant="outline"
            size="sm"
            className="bg-background signed-in:hidden"
          >
            <UserRound aria-hidden="true" /> Login
          </ButtonLink>
          <a
            href="/dashboard"
            className={cn(buttonVariants({ variant: "outline", size: "sm" }), "bg-background guest:hidden")}
          >
            <UserRound aria-hidden="true" /> My Orders
          </a>
          {onlineNow ? (
            <p className="inline-flex items-center gap-2 text-sm font-medium">
              <span aria-hidden="true" className="size-2 rounded-full bg-primary ring-4 ring-primary-soft" />
              {onlineNow.text}
            </p>
          ) : null}
        </div>
        <div className="mt-12 max-w-3xl sm:mt-16 lg:mt-8">
          <h1 id="hero-title" className="display">
            Watch the line rise.
          </h1>
          <p className="mt-6 max-w-lg text-lg text-muted-foreground sm:mt-8 lg:mt-5">
            {`${soldInWords()}. Choose a package, enter the account, and follow the delivery live on its own page.`}
          </p>
        </div>
        <SwellDrawing
          lines={7}
          className="pointer-events-none -mx-5 mt-4 h-24 w-[calc(100%+2.5rem)] text-primary sm:h-36 lg:hidden"
        />
        <ul
          className={cn(
            "grid gap-5 md:grid-cols-2 lg:mt-8 lg:gap-8",
            platforms.length > 2 && "lg:grid-cols-3",
          )}
        >
          {platforms.slice(0, mostInFull).map((platform) => (
            <li
              key={platform.slug}
              data-accent={platform.accent}
              className={platforms.length > 2 ? undefined : "lg:first:mt-6"}
            >
              <PlatformCard
                platform={platform}
                fromCents={lowestPrice(
                  catalog.packages.filter((entry) => entry.platforms.includes(platform.slug)),
                )}
                claims={claims}
              />
            </li>
          ))}
        </ul>
        {platforms.length > mostInFull ? (
          <p className="mt-8">
            <a href={allPlatformsPath} className={buttonVariants({ variant: "outline" })}>
              All {platforms.length} platforms
            </a>
          </p>
        ) : null}
        {reassurances.length > 0 ? (
          <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-2 text-sm font-medium">
            {reassurances.map(({ name, text }) => (
              <li key={name} className="flex items-center gap-2">
                <span aria-hidden="true" className="h-px w-5 bg-primary" />
                {text}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

/** A labelled point on the line; it appears when the line reaches it. */
function Milestone({ x, text }: { x: number; text: string }) {
  return (
    <p
      className="swell-appear absolute flex w-44 -translate-x-full -translate-y-full flex-col items-end pr-3 pb-2.5 text-right text-sm leading-snug font-medium"
      style={{
        left: `${x * 100}%`,
        top: `${((1 - swellHeight(x)) * 100).toFixed(2)}%`,
        animationDelay: `${Math.round(x * 1500)}ms`,
      }}
    >
      {text}
      <span
        aria-hidden="true"
        className="absolute right-0 bottom-0 size-3.5 translate-1/2 rounded-full border-3 border-primary bg-background"
      />
    </p>
  );
}
