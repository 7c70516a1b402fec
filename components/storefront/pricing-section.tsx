import Link from "next/link";
import { ButtonLink } from "@/components/ui/button-link";
import { Price } from "@/components/ui/price";
import { formatCents } from "@/lib/base/money";
import {
  type Catalog,
  type CatalogPackage,
  lowestPrice,
  packagesFor,
  type Quality,
} from "@/lib/shop/catalog/catalog";
import type { PlatformEntry } from "@/lib/shop/catalog/document";
import { nameOf } from "@/lib/shop/catalog/platform-view";
import { listPlatforms } from "@/lib/shop/catalog/vocabulary";
import { listSold, mostInFull, onPlatforms } from "@/lib/shop/content/sold";
import { Section } from "./section";

/** Every package and price on one page, or where there are too many the platforms with their lowest prices. */
export function PricingSection({ catalog }: { catalog: Catalog }) {
  const platforms = listPlatforms();
  const isInFull = platforms.length <= mostInFull;
  const where = isInFull ? "" : " Each platform's page has all of its packages.";
  return (
    <Section
      id="pricing"
      title="Every price, in the open"
      lead={`One payment, in US dollars. No subscription, nothing added at the end.${where}`}
      className="bg-card"
    >
      {isInFull ? (
        <div className="grid gap-x-10 gap-y-12 md:grid-cols-3">
          {listSold().map((service) => (
            <PriceList key={service.slug} catalog={catalog} service={service} />
          ))}
        </div>
      ) : (
        <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {platforms.map((platform) => (
            <li key={platform.slug}>
              <PlatformPrice catalog={catalog} platform={platform} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function PlatformPrice({ catalog, platform }: { catalog: Catalog; platform: PlatformEntry }) {
  const { slug, label } = platform;
  const fromCents = lowestPrice(catalog.packages.filter((entry) => entry.platforms.includes(slug)));
  return (
    <Link
      href={`/${slug}`}
      prefetch={false}
      className="flex min-h-11 items-center justify-between gap-3 border-b border-border py-2 hover:underline"
    >
      <span className="font-semibold">{label}</span>
      <span className="text-sm text-muted-foreground tabular-nums">
        {fromCents === null ? "Not on sale right now" : `from ${formatCents(fromCents)}`}
      </span>
    </Link>
  );
}

type PriceListProps = { catalog: Catalog; service: ReturnType<typeof listSold>[number] };

function PriceList({ catalog, service }: PriceListProps) {
  const { platforms } = service;
  const onSale = platforms.map((platform) => ({
    platform,
    packages: packagesFor(catalog, platform.slug, service.slug),
  }));
  const isSame = onSale.every(({ packages }) => ids(packages) === ids(onSale[0]?.packages ?? []));
  return (
    <div className="flex flex-col">
      <h3 className="border-b-2 border-foreground pb-3 text-xl font-semibold tracking-tight">
        {service.label}
      </h3>
      {(isSame ? onSale.slice(0, 1) : onSale).map(({ platform, packages }) => (
        <table key={platform.slug} className="w-full tabular-nums">
          <caption className={isSame ? "sr-only" : "pt-3 text-left text-sm font-semibold"}>
            {isSame ? `${service.label} ${onPlatforms(platforms)}` : platform.label}
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{service.label}</th>
              <th scope="col">Price</th>
            </tr>
          </thead>
          <tbody>
            {packages.map((entry) => (
              <PriceRow
                key={entry.id}
                entry={entry}
                quality={catalog.qualities.find(
                  (quality) =>
                    quality.platform === platform.slug &&
                    quality.service === service.slug &&
                    quality.variant === entry.variant,
                )}
              />
            ))}
            {packages.length === 0 ? (
              <tr className="border-b border-border">
                <td colSpan={2} className="py-3.5 text-muted-foreground">
                  Not on sale right now
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      ))}
      <div className="mt-5 flex flex-wrap gap-2">
        {platforms.map((platform) => (
          <ButtonLink
            key={platform.slug}
            href={`/${platform.slug}?service=${service.slug}`}
            prefetch={false}
            variant="outline"
            size="sm"
          >
            {platform.label}
            <span className="sr-only"> {nameOf(service)}</span>
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}

function PriceRow({ entry, quality }: { entry: CatalogPackage; quality: Quality | undefined }) {
  return (
    <tr className="border-b border-border">
      <th scope="row" className="py-3.5 text-left font-medium">
        {entry.quantity.toLocaleString("en-US")}
        {quality ? <span className="ml-2 text-sm text-muted-foreground">{quality.label}</span> : null}
        {entry.isPopular ? <span className="ml-2 text-xs font-semibold text-primary">Popular</span> : null}
      </th>
      <td className="py-3.5 text-right">
        <Price cents={entry.priceCents} originalCents={entry.originalCents} className="flex-row-reverse" />
      </td>
    </tr>
  );
}

function ids(packages: CatalogPackage[]): string {
  return packages.map((entry) => entry.id).join();
}
