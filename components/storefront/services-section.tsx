import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { formatCents } from "@/lib/base/money";
import { type Catalog, lowestPrice, packagesFor } from "@/lib/shop/catalog/catalog";
import type { ServiceEntry } from "@/lib/shop/catalog/document";
import { nameOf } from "@/lib/shop/catalog/platform-view";
import { listPlatforms } from "@/lib/shop/catalog/vocabulary";
import { allPlatformsPath, listSold, mostInFull, namesOf } from "@/lib/shop/content/sold";
import { Section } from "./section";

const summaries: Record<ServiceEntry["target"], string> = {
  profile: "For your profile. You see on your order's own page how many have arrived.",
  post: "For the posts and videos you choose, shared out between them as you like.",
  video: "For reels and videos that deserve an audience, from a first push to a crowd.",
  channel: "For your channel. You see on your order's own page how many have arrived.",
  list: "For the list you choose. You see on your order's own page how many have arrived.",
};

const counts = [
  "Nothing",
  "One thing",
  "Two things",
  "Three things",
  "Four things",
  "Five things",
  "Six things",
];

/** The others are on their platforms' pages. */
const mostListed = 12;

/** What can grow: each service with its starting price and platforms. */
export function ServicesSection({ catalog }: { catalog: Catalog }) {
  const sold = listSold();
  const all = listPlatforms();
  const areEverywhere = sold.every(({ platforms }) => platforms.length === all.length);
  const where =
    areEverywhere && all.length === 2 ? "Each of them on both platforms." : `For ${namesOf(all)}.`;
  return (
    <Section
      id="services"
      title={`${counts[sold.length] ?? "Many things"} that can grow`}
      lead={`${where} You choose the size; the account stays yours.`}
    >
      <ul className="border-b border-border">
        {sold.slice(0, mostListed).map((service) => {
          const packages = service.platforms.flatMap(({ slug }) => packagesFor(catalog, slug, service.slug));
          const fromCents = lowestPrice(packages);
          return (
            <li
              key={service.slug}
              className="grid gap-x-8 gap-y-4 border-t border-border py-7 sm:grid-cols-[minmax(50%,1fr)_auto] sm:items-end"
            >
              <div className="flex flex-col gap-1.5 self-start">
                <h3 className="flex items-baseline gap-3 text-2xl font-semibold tracking-tight">
                  {service.label}
                  {fromCents === null ? null : (
                    <span className="text-sm font-normal tracking-normal text-muted-foreground tabular-nums">
                      from {formatCents(fromCents)}
                    </span>
                  )}
                </h3>
                <p className="max-w-md text-muted-foreground">{summaries[service.target]}</p>
              </div>
              <div className="flex flex-wrap gap-x-6">
                {service.platforms.slice(0, mostInFull).map((platform) => (
                  <Link
                    key={platform.slug}
                    href={`/${platform.slug}/${service.slug}`}
                    prefetch={false}
                    data-accent={platform.accent}
                    className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline decoration-platform decoration-2 underline-offset-6 hover:decoration-4"
                  >
                    {platform.label}
                    <span className="sr-only"> {nameOf(service)}</span>
                    <ArrowUpRight aria-hidden="true" className="size-4.5" />
                  </Link>
                ))}
                {service.platforms.length > mostInFull ? (
                  <a
                    href={allPlatformsPath}
                    className="inline-flex min-h-11 items-center underline underline-offset-6"
                  >
                    and {service.platforms.length - mostInFull} more
                    <span className="sr-only"> platforms for {nameOf(service)}</span>
                  </a>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
