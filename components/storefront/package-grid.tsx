import { Badge } from "@/components/ui/badge";
import { type Catalog, packagesFor } from "@/lib/catalog/catalog";
import { type ClaimSwitches, findClaim } from "@/lib/content/claims";
import { type Platform, platformLabels, type ServiceType } from "@/lib/platforms";
import { PackageCard } from "./package-card";

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
        {offer ? <Badge variant="pending">{offer.text}</Badge> : null}
      </div>
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
