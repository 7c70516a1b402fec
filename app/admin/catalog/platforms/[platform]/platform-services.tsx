import { AllowedDialog } from "@/app/admin/allowed-action";
import { StatusBadge } from "@/app/admin/catalog/status-badge";
import { SortDialog } from "@/app/admin/sort-dialog";
import { ActionInput } from "@/components/admin/action-form";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminSection } from "@/components/admin/admin-section";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { FactList } from "@/components/admin/fact-list";
import { formatCents } from "@/lib/base/money";
import { stepsText } from "@/lib/shop/catalog/custom-amount";
import {
  type PlatformEntry,
  type ServiceEntry,
  targetKinds,
  type UnitEntry,
  type VariantEntry,
} from "@/lib/shop/catalog/document";
import {
  createServiceAction,
  createVariantAction,
  reorderPlatformsAction,
  updateServiceAction,
  updateServiceTextsAction,
  updateVariantAction,
} from "../../actions";
import {
  type ServiceChoices,
  ServiceFields,
  TextFields,
  UnitAndTarget,
  VariantFields,
} from "./service-fields";

type ServicesProps = {
  platform: PlatformEntry;
  units: UnitEntry[];
  edits: string;
  /** The slug of the service that is shown; the first by default. */
  asked: string;
};

/** What is sold for a platform, one service at a time: a platform may have twenty. */
export function PlatformServices({ platform, units, edits, asked }: ServicesProps) {
  const { slug, services } = platform;
  const shown = services.find((service) => service.slug === asked) ?? services[0];
  const choices: ServiceChoices = {
    units: units.map(({ slug, many }) => [slug, many] as const),
    targets: targetKinds.map((kind) => [kind, `A ${kind}`] as const),
  };
  return (
    <AdminSection
      title="Services"
      anchor="services"
      detail="What people can buy for it. Packages and prices are under Packages."
      actions={
        <>
          <SortDialog
            title="Order of the services"
            detail="The first service comes first on the platform's page."
            action={reorderPlatformsAction}
            hasReason={false}
            hidden={{ platform: slug, edits }}
            entries={services.map((service) => ({ id: service.slug, label: service.label }))}
          />
          <AllowedDialog
            label="New service"
            variant="default"
            detail="It begins as a draft. You then check its texts and amounts, and add packages."
            action={createServiceAction}
            submitLabel="Add to the draft"
            hasReason={false}
            hidden={{ platform: slug, edits }}
          >
            <ActionInput name="label" label="Name" hint="Such as Subscribers." maxLength={40} required />
            <ActionInput
              name="slug"
              label="Address in the shop"
              hint={`Small letters: /${slug}/subscribers. It can't be changed once it is published.`}
              autoCapitalize="none"
              maxLength={40}
              required
            />
            <UnitAndTarget choices={choices} />
            <ActionInput
              name="pricePer1000Cents"
              label="List price per 1,000 in dollars"
              hint="For customers' list of services. Packages have prices of their own."
              inputMode="decimal"
              required
            />
          </AllowedDialog>
        </>
      }
    >
      {services.length > 1 ? (
        <AdminTabs
          label={`Services of ${platform.label}`}
          tabs={services.map((service) => ({
            href: `/admin/catalog/platforms/${slug}?service=${service.slug}#services`,
            label: service.status === "live" ? service.label : `${service.label} (${service.status})`,
            isHere: service === shown,
          }))}
        />
      ) : null}
      {shown ? (
        // By key, so that a dialog that was closed with something typed stays with its service.
        <Service
          key={shown.slug}
          platform={platform}
          service={shown}
          units={units}
          choices={choices}
          edits={edits}
        />
      ) : (
        <p className="text-muted-foreground">It has no service yet. Add one.</p>
      )}
    </AdminSection>
  );
}

type ServiceProps = {
  platform: PlatformEntry;
  service: ServiceEntry;
  units: UnitEntry[];
  choices: ServiceChoices;
  edits: string;
};

function Service({ platform, service, units, choices, edits }: ServiceProps) {
  const { slug, label, status, target, step, unit, variants } = service;
  const named = `${platform.label} ${label}`;
  const hidden = { platform: platform.slug, service: slug, edits };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="flex items-center gap-3 font-semibold">
          {label} <StatusBadge status={status} />
        </h3>
        <div className="flex flex-wrap gap-2">
          <AllowedDialog
            label="Edit"
            ariaLabel={`Edit ${named}`}
            title={named}
            detail="Buyers see it once the draft is published. Placed orders keep what they were sold as."
            action={updateServiceAction}
            submitLabel="Save service"
            hasReason={false}
            hidden={hidden}
          >
            <ServiceFields service={{ label, status, unit, target, step }} choices={choices} />
          </AllowedDialog>
          <AllowedDialog
            label="Texts"
            ariaLabel={`Texts of ${named}`}
            title={`Texts of ${named}`}
            detail="{refillDays} stands for its days of refills. A row whose first field is emptied goes."
            action={updateServiceTextsAction}
            submitLabel="Save texts"
            hasReason={false}
            hidden={hidden}
          >
            <TextFields texts={service.texts} />
          </AllowedDialog>
          {variants.map((variant) => (
            <VariantDialog key={variant.slug} variant={variant} step={step} named={named} hidden={hidden} />
          ))}
          <NewVariantDialog example={variants[0]} step={step} named={named} hidden={hidden} />
        </div>
      </div>
      <FactList
        facts={{
          Counts: units.find((entry) => entry.slug === unit)?.many ?? unit,
          "Goes to": `A ${target}`,
          Step: step.toLocaleString("en-US"),
          Packages: (
            <AdminLink
              href={`/admin/catalog?service=${slug}&platform=${platform.slug}`}
              aria-label={`Open the packages of ${named}`}
              className="text-primary underline"
            >
              Open
            </AdminLink>
          ),
        }}
      />
      {variants.map((variant) => (
        <FactList
          key={variant.slug}
          facts={{
            Quality: variant.label,
            "List price per 1,000": formatCents(variant.pricePer1000Cents),
            "Minimum and maximum": `${variant.minQuantity.toLocaleString("en-US")} to ${variant.maxQuantity.toLocaleString("en-US")}`,
            "Delivery time": variant.deliveryTime,
            "Days of refills": String(variant.refillDays),
            ...(variant.priceSteps && { "Price by amount": stepsText(variant.priceSteps) }),
          }}
        />
      ))}
    </div>
  );
}

type DialogProps = { named: string; hidden: Record<string, string> };

type VariantDialogProps = DialogProps & { variant: VariantEntry; step: number };

function VariantDialog({ variant, step, named, hidden }: VariantDialogProps) {
  return (
    <AllowedDialog
      label={variant.slug === "standard" ? "Amounts" : variant.label}
      ariaLabel={`Amounts of ${named}, ${variant.label}`}
      title={variant.name}
      detail="Customers read this in their dashboard. Packages have their own prices."
      action={updateVariantAction}
      submitLabel="Save"
      hasReason={false}
      hidden={{ ...hidden, slug: variant.slug }}
    >
      <ActionInput name="label" label="Quality" defaultValue={variant.label} maxLength={60} required />
      <VariantFields variant={variant} step={step} />
    </AllowedDialog>
  );
}

/** Another quality that buyers choose between, which begins with the amounts of the first. */
function NewVariantDialog({
  example,
  step,
  named,
  hidden,
}: DialogProps & { example: VariantEntry | undefined; step: number }) {
  if (!example) return null;
  return (
    <AllowedDialog
      label="Add a quality"
      ariaLabel={`Add a quality to ${named}`}
      title={`New quality of ${named}`}
      detail="Buyers choose between qualities. Each has its own packages and suppliers."
      action={createVariantAction}
      submitLabel="Add to the draft"
      hasReason={false}
      hidden={hidden}
    >
      <ActionInput name="label" label="Quality" hint="Such as Premium." maxLength={60} required />
      <ActionInput
        name="slug"
        label="Short name"
        hint="Small letters, such as premium. It can't be changed once it is published."
        autoCapitalize="none"
        maxLength={40}
        required
      />
      <VariantFields variant={example} step={step} />
    </AllowedDialog>
  );
}
