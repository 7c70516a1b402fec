import { ArrowLeft } from "lucide-react";
import { chooserPath } from "@/components/layout/navigation";
import type { OpenTicketAction } from "@/components/support/support-form";
import { ButtonLink } from "@/components/ui/button-link";
import { SwellGround } from "@/components/ui/swell";
import type { Catalog } from "@/lib/shop/catalog/catalog";
import type { PlatformEntry, ServiceEntry } from "@/lib/shop/catalog/document";
import { getSold, listServices } from "@/lib/shop/catalog/vocabulary";
import { serviceTexts, whyChooseUs } from "@/lib/shop/content/services";
import { type ClaimSwitches, listClaims } from "@/lib/shop/settings/claims";
import { CustomPackage } from "./custom-package";
import { FeatureList } from "./feature-list";
import { PackageGrid } from "./package-grid";
import { PlatformGlyph } from "./platform-glyph";
import { ServiceTabs } from "./service-tabs";

type ServiceHubProps = {
  platform: PlatformEntry;
  catalog: Catalog;
  claims: ClaimSwitches;
  openTicket: OpenTicketAction;
};

/** A platform's page: a tab of packages for each service. All are in the HTML; the tabs choose the visible one. */
export function ServiceHub(props: ServiceHubProps) {
  const { platform } = props;
  return (
    <div data-accent={platform.accent}>
      <div className="relative isolate overflow-hidden">
        <div className="column flex flex-col items-start gap-5 pt-5 pb-28 lg:pt-8 lg:pb-20">
          <ButtonLink href={chooserPath} prefetch={false} variant="ghost" size="sm" className="-ml-3.5">
            <ArrowLeft aria-hidden="true" /> Back to Platforms
          </ButtonLink>
          <div className="flex flex-wrap items-center gap-4 pt-2 lg:pt-6">
            <span className="grid size-14 place-items-center rounded-xl bg-platform text-deep">
              <PlatformGlyph glyph={platform.glyph} className="size-8" />
            </span>
            <h1 className="text-3xl font-semibold tracking-tight">{platform.label}</h1>
          </div>
          <p className="max-w-md text-lg text-muted-foreground">{platform.texts.lead}</p>
        </div>
        <SwellGround lines={7} className="h-24 text-platform lg:h-full" />
      </div>
      <div className="column pb-20 lg:pb-28">
        <ServiceTabs
          path={`/${platform.slug}`}
          tabs={listServices(platform).map((service) => ({
            slug: service.slug,
            label: service.label,
            panel: <ServicePanel {...props} service={service} />,
          }))}
        />
      </div>
    </div>
  );
}

function ServicePanel(props: ServiceHubProps & { service: ServiceEntry }) {
  const { platform, service, catalog, claims, openTicket } = props;
  const shown = listClaims(["noPassword", "quickStart", "gradualDelivery", "safeAndSecure"], claims);
  return (
    <div className="flex flex-col gap-14">
      <PackageGrid
        catalog={catalog}
        platform={platform}
        service={service}
        unit={getSold(platform.slug, service.slug).unit.many}
        claims={claims}
      />
      {shown.length > 0 ? (
        <ul className="flex flex-wrap gap-x-8 gap-y-2 border-y border-border py-5 text-sm font-medium">
          {shown.map(({ name, text }) => (
            <li key={name}>{text}</li>
          ))}
        </ul>
      ) : null}
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <FeatureList title="Key Features" features={serviceTexts(service).features} claims={claims} />
        <FeatureList title="Why Choose Us" features={whyChooseUs} claims={claims} />
      </div>
      <CustomPackage action={openTicket} />
    </div>
  );
}
