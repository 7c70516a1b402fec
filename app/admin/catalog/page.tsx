import type { Metadata } from "next";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { getSite } from "@/app/_server/site";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { AddOnSection } from "@/app/admin/catalog/add-on-section";
import { CatalogFrame } from "@/app/admin/catalog/catalog-frame";
import { SortDialog } from "@/app/admin/sort-dialog";
import { ActionInput, ActionSelect, CheckBox } from "@/components/admin/action-form";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { FilterForm } from "@/components/admin/filter-form";
import { PackageGrid } from "@/components/storefront/package-grid";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { isLive } from "@/lib/base/env/env";
import { databaseNow } from "@/lib/base/time/clock";
import { amountLabel, isAccount, type Surface } from "@/lib/shop/catalog/catalog";
import type { PackageEntry, PlatformEntry, ServiceEntry } from "@/lib/shop/catalog/document";
import { type Draft, loadDraft } from "@/lib/shop/catalog/draft";
import { asOffered } from "@/lib/shop/catalog/new-entries";
import {
  loadPriceHistories,
  type PriceHistories,
  presentCatalog,
  withDrafted,
} from "@/lib/shop/catalog/price-history";
import { mostInFull } from "@/lib/shop/content/sold";
import { createPackageAction, reorderEntriesAction, updatePackageAction } from "./actions";
import { EntryRow } from "./entry-row";
import { PlatformFields, PriceFields, VariantField } from "./package-fields";

export const metadata: Metadata = { title: "Catalogue" };

const searchSchema = z.object({ service: z.string().catch(""), platform: z.string().catch("") });

/** The pages with add-ons for what is ordered. */
const surfacesOf = (target: ServiceEntry["target"]): Surface[] => {
  if (target === "post") return ["checkout", "post-selection"];
  return target === "video" ? ["checkout", "post-selection", "reel-selection"] : ["checkout"];
};

/** The packages and add-ons of one service, on one platform or on all. */
export type Group = {
  service: ServiceEntry;
  /** The platforms that have it. */
  platforms: { slug: string; label: string }[];
  /** The one whose entries are shown, or all: what a new entry is first for. */
  chosen: string[];
  /** Its unit's words. */
  words: { one: string; many: string };
  /** What its orders may have as extras, as options of a select. */
  extras: (readonly [string, string])[];
  edits: string;
};

/** The catalogue's packages and add-ons, with a preview. */
export default async function CatalogPage({ searchParams }: SearchProps) {
  await requireAdmin("catalogue.read");
  const asked = searchSchema.parse(await searchParams);
  const draft = await loadDraft(getDb());
  const { platforms } = draft.document;
  const isInFull = platforms.length <= mostInFull;
  const named = platforms.find(({ slug }) => slug === asked.platform);
  // Among many platforms one is always chosen.
  const platform = isInFull ? named : (named ?? platforms.find(has(asked.service)) ?? platforms[0]);
  const services = servicesOf(isInFull || !platform ? platforms : [platform]);
  const service = services.find(({ slug }) => slug === asked.service) ?? services[0];
  return (
    <CatalogFrame here="packages" intro="What the shop sells, and for how much." draft={draft}>
      {isInFull ? (
        <AdminTabs
          label="Services"
          tabs={services.map(({ slug, label }) => ({
            href: `/admin/catalog?service=${slug}`,
            label,
            isHere: slug === service?.slug,
          }))}
        />
      ) : (
        <FilterForm className="flex flex-wrap">
          <ActionSelect
            name="platform"
            label="Platform"
            defaultValue={platform?.slug}
            options={platforms.map(({ slug, label }) => [slug, label] as const)}
          />
          <ActionSelect
            name="service"
            label="Service"
            defaultValue={service?.slug}
            options={services.map(({ slug, label }) => [slug, label] as const)}
          />
        </FilterForm>
      )}
      {service ? (
        // By key, so that a dialog that was closed with something typed stays with its service.
        <Entries
          key={isInFull ? service.slug : `${platform?.slug} ${service.slug}`}
          service={service}
          platform={platform?.slug ?? ""}
          draft={draft}
        />
      ) : (
        <EmptyState title="No service yet" detail="Open Platforms, and add a service to one of them." />
      )}
    </CatalogFrame>
  );
}

const has =
  (service: string) =>
  ({ services }: PlatformEntry) =>
    services.some(({ slug }) => slug === service);

/** Services of these platforms, once each, with the qualities of all: several platforms share one tab. */
function servicesOf(platforms: PlatformEntry[]): ServiceEntry[] {
  const found = new Map<string, ServiceEntry>();
  for (const service of platforms.flatMap(({ services }) => services)) {
    const { variants, ...first } = found.get(service.slug) ?? { ...service, variants: [] };
    const others = service.variants.filter(({ slug }) => variants.every((each) => each.slug !== slug));
    found.set(service.slug, { ...first, variants: [...variants, ...others] });
  }
  return [...found.values()];
}

/** The qualities of other services that go to the account. */
function extrasOf({ slug }: ServiceEntry, platforms: PlatformEntry[]): Group["extras"] {
  return servicesOf(platforms)
    .filter((service) => service.slug !== slug && isAccount(service.target))
    .flatMap((service) =>
      service.variants.map((variant) => {
        const quality = service.variants.length > 1 ? `, ${variant.label}` : "";
        return [`${service.slug}/${variant.slug}`, `${service.label}${quality}`] as const;
      }),
    );
}

type EntriesProps = { service: ServiceEntry; platform: string; draft: Draft };

async function Entries({ service, platform, draft }: EntriesProps) {
  const { document, now, edits } = draft;
  const platforms = document.platforms.filter(has(service.slug));
  const chosen = platforms.find(({ slug }) => slug === platform);
  const words = document.units.find(({ slug }) => slug === service.unit) ?? {
    one: service.unit,
    many: service.unit,
  };
  const group = {
    service,
    // Without their services, which the forms would send to the browser.
    platforms: platforms.map(({ slug, label }) => ({ slug, label })),
    chosen: (chosen ? [chosen] : platforms).map(({ slug }) => slug),
    words,
    extras: extrasOf(service, platforms),
    edits: String(edits),
  };
  const isHere = (entry: { service: string; platforms: string[] }) =>
    entry.service === service.slug && (!chosen || entry.platforms.includes(chosen.slug));
  const entries = { packages: document.packages.filter(isHere), addOns: document.addOns.filter(isHere) };
  const ids = [...entries.packages, ...entries.addOns].map(({ id }) => id);
  const [{ claims }, held] = await Promise.all([getSite(), loadPriceHistories(getDb(), ids)]);
  // A local shop strikes through every original price as it was entered.
  const histories = isLive() ? withDrafted(held, entries, now, databaseNow()) : null;
  const offered = entries.addOns.map((entry) => asOffered(entry, document));
  const shop = presentCatalog(
    { packages: entries.packages, addOns: offered },
    {
      isStruck: Boolean(claims.struckPrices),
      isPopularShown: Boolean(claims.popular),
      histories,
    },
  );
  const qualitiesOf = ({ slug, services }: PlatformEntry) => {
    const variants = services.find((each) => each.slug === service.slug)?.variants ?? [];
    const place = { platform: slug, service: service.slug };
    return variants.length < 2
      ? []
      : variants.map((variant) => ({ ...variant, ...place, variant: variant.slug }));
  };
  const previewed = platforms.filter((each) => each.status === "live" || each === chosen);
  const isTabbed = previewed.length <= mostInFull;
  const shown = chosen ?? (isTabbed ? previewed[0] : undefined);
  return (
    <>
      <AdminSection
        title={chosen ? `Packages for ${chosen.label}` : "Packages"}
        detail={
          chosen && isTabbed && platforms.length > 1 ? (
            <AdminLink
              href={`/admin/catalog?service=${service.slug}`}
              className="underline underline-offset-4"
            >
              Show those of all platforms
            </AdminLink>
          ) : null
        }
        actions={<PackageActions group={group} packages={entries.packages} />}
      >
        <PackageList group={group} packages={entries.packages} histories={histories} />
      </AdminSection>
      {shown ? (
        <AdminSection title="In the shop" detail="As buyers will see it.">
          {isTabbed ? (
            <AdminTabs
              label="Platform of the preview"
              tabs={previewed.map(({ slug, label }) => ({
                href: `/admin/catalog?service=${service.slug}&platform=${slug}`,
                label,
                isHere: slug === shown.slug,
              }))}
            />
          ) : null}
          <div
            inert
            data-accent={shown.accent}
            className="rounded-xl border border-dashed border-border bg-background p-4"
          >
            <PackageGrid
              catalog={{
                packages: shop.packages.filter(({ isActive }) => isActive),
                addOns: [],
                amounts: [],
                qualities: qualitiesOf(shown),
              }}
              platform={shown}
              service={service}
              unit={words.many}
              claims={claims}
            />
          </div>
        </AdminSection>
      ) : null}
      {surfacesOf(service.target).map((surface) => (
        <AddOnSection
          key={surface}
          surface={surface}
          group={group}
          addOns={offered.filter((entry) => entry.surface === surface)}
          inShop={shop.addOns.filter((entry) => entry.surface === surface)}
          histories={histories}
        />
      ))}
    </>
  );
}

function PackageActions({ group, packages }: { group: Group; packages: PackageEntry[] }) {
  const { service, platforms, chosen, words, edits } = group;
  return (
    <>
      <SortDialog
        title="Order of the packages"
        detail="The first package comes first in the shop."
        action={reorderEntriesAction}
        hasReason={false}
        hidden={{ edits }}
        entries={packages.map(({ id, quantity }) => ({ id, label: amountLabel(quantity, words) }))}
      />
      <AllowedDialog
        label="Add package"
        title="New package"
        detail="It comes after the others, and goes on sale when the draft is published."
        action={createPackageAction}
        submitLabel="Add to the draft"
        hasReason={false}
        hidden={{ service: service.slug, edits }}
      >
        <ActionInput name="quantity" label={`How many ${words.many}`} inputMode="numeric" required />
        <PriceFields />
        <VariantField variants={service.variants} />
        <PlatformFields platforms={platforms} chosen={chosen} />
        <CheckBox name="isPopular" label="Marked as popular" />
      </AllowedDialog>
    </>
  );
}

type PackageListProps = { group: Group; packages: PackageEntry[]; histories: PriceHistories | null };

function PackageList({ group, packages, histories }: PackageListProps) {
  const { variants } = group.service;
  const labelOf = (slug: string) => group.platforms.find((platform) => platform.slug === slug)?.label ?? slug;
  return (
    <AdminList empty="This service has no packages yet. Add one." className="divide-y divide-border *:py-3">
      {packages.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          name={amountLabel(entry.quantity, group.words)}
          histories={histories}
          notes={
            <>
              <span className="text-sm text-muted-foreground">{entry.platforms.map(labelOf).join(", ")}</span>
              {variants.length > 1 ? (
                <Badge>{variants.find(({ slug }) => slug === entry.variant)?.label ?? entry.variant}</Badge>
              ) : null}
              {entry.isPopular ? <Badge>Popular</Badge> : null}
            </>
          }
          action={updatePackageAction}
          submitLabel="Save package"
          edits={group.edits}
        >
          <PriceFields entry={entry} />
          <PlatformFields platforms={group.platforms} chosen={entry.platforms} />
          <CheckBox name="isPopular" label="Marked as popular" isOn={entry.isPopular} />
          <CheckBox name="isActive" label="On sale" isOn={entry.isActive} />
        </EntryRow>
      ))}
    </AdminList>
  );
}
