import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { formatCents } from "@/lib/base/money";
import { type Catalog, lowestPrice, packagesFor } from "@/lib/shop/catalog/catalog";
import {
  platformLabels,
  platforms,
  type ServiceType,
  serviceLabels,
  serviceTypes,
} from "@/lib/shop/catalog/platforms";
import { Section } from "./section";

const summaries: Record<ServiceType, string> = {
  followers: "For your profile. You see on your order's own page how many have arrived.",
  likes: "For the posts and videos you choose, shared out between them as you like.",
  views: "For reels and videos that deserve an audience, from a first push to a crowd.",
};

/** The three services with starting price and platforms. */
export function ServicesSection({ catalog }: { catalog: Catalog }) {
  return (
    <Section
      id="services"
      title="Three things that can grow"
      lead="Each of them on both platforms. You choose the size; the account stays yours."
    >
      <ul className="border-b border-border">
        {serviceTypes.map((service) => {
          const packages = platforms.flatMap((platform) => packagesFor(catalog, platform, service));
          const fromCents = lowestPrice(packages);
          return (
            <li
              key={service}
              className="grid gap-x-8 gap-y-4 border-t border-border py-7 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
            >
              <div className="flex flex-col gap-1.5">
                <h3 className="flex items-baseline gap-3 text-2xl font-semibold tracking-tight">
                  {serviceLabels[service]}
                  {fromCents === null ? null : (
                    <span className="text-sm font-normal tracking-normal text-muted-foreground tabular-nums">
                      from {formatCents(fromCents)}
                    </span>
                  )}
                </h3>
                <p className="max-w-md text-muted-foreground">{summaries[service]}</p>
              </div>
              <div className="flex flex-wrap gap-x-6">
                {platforms.map((platform) => (
                  <Link
                    key={platform}
                    href={`/${platform}/${service}`}
                    prefetch={false}
                    data-platform={platform}
                    className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline decoration-platform decoration-2 underline-offset-6 hover:decoration-4"
                  >
                    {platformLabels[platform]}
                    <span className="sr-only"> {service}</span>
                    <ArrowUpRight aria-hidden="true" className="size-4.5" />
                  </Link>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
