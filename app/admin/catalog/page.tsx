import type { Metadata } from "next";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { getSite } from "@/app/_server/site";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { AddOnSection } from "@/app/admin/catalog/add-on-section";
import { ServiceText } from "@/app/admin/catalog/service-text";
import { SortDialog } from "@/app/admin/sort-dialog";
import { ActionInput, CheckBox } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { PackageGrid } from "@/components/storefront/package-grid";
import { Badge } from "@/components/ui/badge";
import { getDb } from "@/lib/base/db/client";
import { isLive } from "@/lib/base/env/env";
import { amountLabel, type Surface } from "@/lib/shop/catalog/catalog";
import { type AdminPackage, listEntries, listServices } from "@/lib/shop/catalog/list-entries";
import {
  type Platform,
  platformLabels,
  platforms,
  type ServiceType,
  serviceLabels,
  serviceTypes,
} from "@/lib/shop/catalog/platforms";
import { loadPriceHistories, type PriceHistories, presentCatalog } from "@/lib/shop/catalog/price-history";
import type { ClaimSwitches } from "@/lib/shop/content/claims";
import { createPackageAction, reorderEntriesAction, updatePackageAction } from "./actions";
import { EntryRow } from "./entry-row";
import { PlatformFields, PriceFields } from "./package-fields";

export const metadata: Metadata = { title: "Catalogue" };

const sections = [...serviceTypes, "texts"] as const;
const searchSchema = z.object({
  service: z.enum(sections).catch("followers"),
  platform: z.enum(platforms).catch("instagram"),
});

/** The pages with add-ons for each service. */
const surfacesOf: Record<ServiceType, Surface[]> = {
  followers: ["checkout"],
  likes: ["checkout", "post-selection"],
  views: ["checkout", "post-selection", "reel-selection"],
};

/** The catalogue: packages, add-ons and service texts, with a preview. */
export default async function CatalogPage({ searchParams }: SearchProps) {
  await requireAdmin("catalogue.read");
  const { service, platform } = searchSchema.parse(await searchParams);
  return (
    <>
      <AdminHeading
        title="Catalogue"
        intro="What the shop sells, and for how much. The public pages show changes at once."
      />
      <AdminTabs
        label="Services"
        tabs={sections.map((value) => ({
          href: `/admin/catalog?service=${value}`,
          label: value === "texts" ? "Texts" : serviceLabels[value],
          isHere: value === service,
        }))}
      />
      {/* By key, so that a dialog that was closed with something typed stays with its service. */}
      {service === "texts" ? <Texts /> : <Entries key={service} service={service} platform={platform} />}
    </>
  );
}

async function Texts() {
  const services = await listServices(getDb());
  return services.map((service) => <ServiceText key={service.id} service={service} />);
}

async function Entries({ service, platform }: { service: ServiceType; platform: Platform }) {
  const [entries, { claims }, held] = await Promise.all([
    listEntries(getDb()),
    getSite(),
    loadPriceHistories(getDb()),
  ]);
  // A local shop strikes through every original price as it was entered.
  const histories = isLive() ? held : null;
  const shop = presentCatalog(entries, {
    isStruck: Boolean(claims.struckPrices),
    isPopularShown: Boolean(claims.popular),
    histories,
  });
  const packages = entries.packages.filter((entry) => entry.service === service);
  return (
    <>
      <AdminSection title="Packages" actions={<PackageActions service={service} packages={packages} />}>
        <PackageList packages={packages} histories={histories} />
      </AdminSection>
      <Preview
        packages={shop.packages.filter((entry) => entry.service === service)}
        service={service}
        platform={platform}
        claims={claims}
      />
      {surfacesOf[service].map((surface) => (
        <AddOnSection
          key={surface}
          surface={surface}
          service={service}
          addOns={entries.addOns.filter((entry) => entry.service === service && entry.surface === surface)}
          inShop={shop.addOns.filter((entry) => entry.service === service && entry.surface === surface)}
          histories={histories}
        />
      ))}
    </>
  );
}

function PackageActions({ service, packages }: { service: ServiceType; packages: AdminPackage[] }) {
  return (
    <>
      <SortDialog
        title="Order of the packages"
        detail="The first package comes first in the shop."
        action={reorderEntriesAction}
        hidden={{ service }}
        entries={packages.map(({ id, quantity }) => ({ id, label: amountLabel(quantity, service) }))}
      />
      <AllowedDialog
        label="Add package"
        title="New package"
        detail="It goes on sale at once, after the others."
        action={createPackageAction}
        submitLabel="Put on sale"
        hidden={{ service }}
      >
        <ActionInput name="quantity" label={`How many ${service}`} inputMode="numeric" required />
        <PriceFields />
        <PlatformFields />
        <CheckBox name="isPopular" label="Marked as popular" />
      </AllowedDialog>
    </>
  );
}

type PreviewProps = {
  packages: AdminPackage[];
  service: ServiceType;
  platform: Platform;
  claims: ClaimSwitches;
};

function Preview({ packages, service, platform, claims }: PreviewProps) {
  const catalog = { packages: packages.filter((entry) => entry.isActive), addOns: [] };
  return (
    <AdminSection title="In the shop" detail="As buyers see it.">
      <AdminTabs
        label="Platform of the preview"
        tabs={platforms.map((value) => ({
          href: `/admin/catalog?service=${service}&platform=${value}`,
          label: platformLabels[value],
          isHere: value === platform,
        }))}
      />
      <div
        inert
        data-platform={platform}
        className="rounded-xl border border-dashed border-border bg-background p-4"
      >
        <PackageGrid catalog={catalog} platform={platform} service={service} claims={claims} />
      </div>
    </AdminSection>
  );
}

type PackageListProps = { packages: AdminPackage[]; histories: PriceHistories | null };

function PackageList({ packages, histories }: PackageListProps) {
  return (
    <AdminList empty="This service has no packages yet. Add one." className="divide-y divide-border *:py-3">
      {packages.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          name={amountLabel(entry.quantity, entry.service)}
          histories={histories}
          notes={
            <>
              <span className="text-sm text-muted-foreground">
                {entry.platforms.map((platform) => platformLabels[platform]).join(", ")}
              </span>
              {entry.isPopular ? <Badge>Popular</Badge> : null}
            </>
          }
          detail="The public pages show it at once. Existing orders keep their price."
          action={updatePackageAction}
          submitLabel="Save package"
          hidden={{ packageId: entry.id }}
        >
          <PriceFields entry={entry} />
          <PlatformFields chosen={entry.platforms} />
          <CheckBox name="isPopular" label="Marked as popular" isOn={entry.isPopular} />
          <CheckBox name="isActive" label="On sale" isOn={entry.isActive} />
        </EntryRow>
      ))}
    </AdminList>
  );
}
