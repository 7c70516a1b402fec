import { NotOnSale } from "@/components/purchase/not-on-sale";
import { detailsPath } from "@/components/purchase/purchase-steps";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Price } from "@/components/ui/price";
import { SwellDrawing } from "@/components/ui/swell";
import { formatCents } from "@/lib/base/money";
import { type Catalog, type CatalogPackage, catalogOf } from "@/lib/shop/catalog/catalog";
import type { PlatformEntry, ServiceEntry } from "@/lib/shop/catalog/document";
import { nameOf } from "@/lib/shop/catalog/platform-view";
import { type ClaimSwitches, findClaim } from "@/lib/shop/settings/claims";

type PackageGridProps = {
  catalog: Catalog;
  platform: PlatformEntry;
  service: ServiceEntry;
  /** Many of its units. */
  unit: string;
  claims: ClaimSwitches;
};

/** The packages of one service, under the offer's badge. */
export function PackageGrid({ catalog, platform, service, unit, claims }: PackageGridProps) {
  const sold = catalogOf(catalog, { platform: platform.slug, services: [service.slug] });
  const { packages, amounts, qualities } = sold;
  const offer = findClaim("limitedOffer", claims);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl font-semibold tracking-tight">
          {platform.label} {nameOf(service)}
        </h2>
        {offer && packages.length > 0 ? <Badge variant="pending">{offer.text}</Badge> : null}
      </div>
      {packages.length === 0 && amounts.length === 0 ? (
        <NotOnSale platform={platform} service={service} />
      ) : null}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
        {packages.map((entry, index) => (
          <li key={entry.id}>
            <PackageCard
              platform={platform.slug}
              unit={unit}
              entry={entry}
              quality={qualities.find(({ variant }) => variant === entry.variant)?.label}
              level={index / Math.max(1, packages.length - 1)}
            />
          </li>
        ))}
      </ul>
      {amounts.length > 0 ? (
        <ButtonLink
          href={detailsPath(platform.slug, service.slug)}
          prefetch={false}
          variant="outline"
          className="self-start"
        >
          Choose your own amount
          <span className="sr-only"> of {unit}</span>
        </ButtonLink>
      ) : null}
    </div>
  );
}

type PackageCardProps = {
  platform: string;
  /** Many of its units. */
  unit: string;
  entry: CatalogPackage;
  /** Named where the service has several. */
  quality: string | undefined;
  /** From 0 to 1: the package's height among those beside it. */
  level: number;
};

/** One package, in reading order: quantity, price, saving, button. */
function PackageCard({ platform, unit, entry, quality, level }: PackageCardProps) {
  const amount = entry.quantity.toLocaleString("en-US");
  const savedCents = entry.originalCents - entry.priceCents;
  return (
    <article
      className={`relative flex h-full flex-col overflow-hidden rounded-xl border bg-card p-6 shadow-sm ${
        entry.isPopular ? "border-primary shadow-md" : "border-border"
      }`}
    >
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <span className="text-3xl font-semibold tracking-tight tabular-nums">{amount}</span>{" "}
          <span className="text-base text-muted-foreground">{unit}</span>
          {quality ? <span className="block text-sm text-muted-foreground">{quality}</span> : null}
        </span>
        {entry.isPopular ? <Badge variant="solid">Popular</Badge> : null}
      </h3>
      <div className="-mx-6 mt-3 flex h-16 items-end">
        <SwellDrawing lines={4} className="w-full text-platform" style={{ height: `${25 + level * 75}%` }} />
      </div>
      <Price
        cents={entry.priceCents}
        originalCents={entry.originalCents}
        className="mt-5 text-2xl tracking-tight"
      />
      <p className="mt-1 min-h-6 text-sm font-medium text-primary tabular-nums">
        {savedCents > 0 ? `You save ${formatCents(savedCents)}` : null}
      </p>
      <ButtonLink
        href={detailsPath(platform, entry.service, entry.id)}
        prefetch={false}
        variant={entry.isPopular ? "default" : "outline"}
        size="lg"
        className="mt-6"
      >
        Buy Now
        <span className="sr-only">
          : {amount} {unit}
          {quality ? `, ${quality}` : null}
        </span>
      </ButtonLink>
    </article>
  );
}
