import { NotOnSale } from "@/components/purchase/not-on-sale";
import { detailsPath } from "@/components/purchase/purchase-steps";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Price } from "@/components/ui/price";
import { SwellDrawing } from "@/components/ui/swell";
import { formatCents } from "@/lib/base/money";
import { type Catalog, type CatalogPackage, packagesFor } from "@/lib/shop/catalog/catalog";
import { type Platform, platformLabels, type ServiceType } from "@/lib/shop/catalog/platforms";
import { type ClaimSwitches, findClaim } from "@/lib/shop/content/claims";

type PackageGridProps = {
  catalog: Catalog;
  platform: Platform;
  service: ServiceType;
  claims: ClaimSwitches;
};

/** The packages of one service, under the offer's badge. */
export function PackageGrid({ catalog, platform, service, claims }: PackageGridProps) {
  const packages = packagesFor(catalog, platform, service);
  const offer = findClaim("limitedOffer", claims);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl font-semibold tracking-tight">
          {platformLabels[platform]} {service}
        </h2>
        {offer && packages.length > 0 ? <Badge variant="pending">{offer.text}</Badge> : null}
      </div>
      {packages.length === 0 ? <NotOnSale platform={platform} service={service} /> : null}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
        {packages.map((entry, index) => (
          <li key={entry.id}>
            <PackageCard platform={platform} entry={entry} level={index / Math.max(1, packages.length - 1)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type PackageCardProps = {
  platform: Platform;
  entry: CatalogPackage;
  /** From 0 to 1: the package's height among those beside it. */
  level: number;
};

/** One package, in reading order: quantity, price, saving, button. */
function PackageCard({ platform, entry, level }: PackageCardProps) {
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
          <span className="text-base text-muted-foreground">{entry.service}</span>
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
          : {amount} {entry.service}
        </span>
      </ButtonLink>
    </article>
  );
}
