import { AllowedDialog } from "@/app/admin/allowed-action";
import { StatusBadge, statusOptions } from "@/app/admin/catalog/status-badge";
import { SortDialog } from "@/app/admin/sort-dialog";
import { ActionField, ActionInput, ActionSelect } from "@/components/admin/action-form";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { RecordFields } from "@/components/admin/record-fields";
import { Textarea } from "@/components/ui/textarea";
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
import { PriceStepsEditor } from "./price-steps-editor";

type ServicesProps = { platform: PlatformEntry; units: UnitEntry[]; edits: string };

/** What is sold for a platform. */
export function PlatformServices({ platform, units, edits }: ServicesProps) {
  const { slug, services } = platform;
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
            <UnitAndTarget units={units} />
            <ActionInput
              name="pricePer1000Cents"
              label="List price per 1,000 in dollars"
              inputMode="decimal"
              required
            />
          </AllowedDialog>
        </>
      }
    >
      {services.length === 0 ? (
        <p className="text-muted-foreground">It has no service yet. Add one.</p>
      ) : null}
      {services.map((service) => (
        <Service key={service.slug} platform={platform} service={service} units={units} edits={edits} />
      ))}
    </AdminSection>
  );
}

function UnitAndTarget({ units, service }: { units: UnitEntry[]; service?: ServiceEntry }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ActionSelect
        name="unit"
        label="Counts"
        hint="Units are under Platforms."
        defaultValue={service?.unit ?? ""}
        options={units.map(({ slug, many }) => [slug, many] as const)}
      />
      <ActionSelect
        name="target"
        label="Goes to"
        defaultValue={service?.target ?? ""}
        options={targetKinds.map((kind) => [kind, `A ${kind}`] as const)}
      />
    </div>
  );
}

type ServiceProps = { platform: PlatformEntry; service: ServiceEntry; units: UnitEntry[]; edits: string };

function Service({ platform, service, units, edits }: ServiceProps) {
  const { slug, label, status, target, step, unit, variants } = service;
  const named = `${platform.label} ${label}`;
  const hidden = { platform: platform.slug, service: slug, edits };
  return (
    <div className="flex flex-col gap-3 border-t border-border pt-4">
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
            <ActionInput name="label" label="Name" defaultValue={label} maxLength={40} required />
            <ActionSelect name="status" label="Status" defaultValue={status} options={statusOptions} />
            <UnitAndTarget units={units} service={service} />
            <ActionInput
              name="step"
              label="Step"
              hint="Amounts are multiples of it; 1 for any amount."
              inputMode="numeric"
              defaultValue={step}
              required
            />
          </AllowedDialog>
          <TextsDialog service={service} named={named} hidden={hidden} />
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

/** Two more empty rows, so that there is always room for the next one. */
function TextsDialog({ service: { texts }, named, hidden }: DialogProps & { service: ServiceEntry }) {
  return (
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
      <ActionInput name="summary" label="On its card" defaultValue={texts.summary} maxLength={160} required />
      <ActionField name="lead" label="Under the title of its page">
        <Textarea name="lead" defaultValue={texts.lead} maxLength={400} required />
      </ActionField>
      <TextRows
        list="features"
        names={["title", "text"]}
        titles={["Feature", "Its text"]}
        rows={texts.features}
      />
      <TextRows
        list="questions"
        names={["question", "answer"]}
        titles={["Question", "Its answer"]}
        rows={texts.questions}
      />
    </AllowedDialog>
  );
}

type TextRowsProps = {
  list: string;
  names: [string, string];
  titles: [string, string];
  rows: { claims?: string[] | undefined; [name: string]: string | string[] | undefined }[];
};

function TextRows({ list, names: [first, second], titles: [title, text], rows }: TextRowsProps) {
  return [...rows, {}, {}].map((row: TextRowsProps["rows"][number], place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a form have only their place
    <fieldset key={place} className="flex flex-col gap-3 border-t border-border pt-3">
      <legend className="sr-only">{`${title} ${place + 1}`}</legend>
      <ActionInput
        name={`${list}.${place}.${first}`}
        label={`${title} ${place + 1}`}
        defaultValue={String(row[first] ?? "")}
        maxLength={160}
      />
      <ActionField name={`${list}.${place}.${second}`} label={text}>
        <Textarea
          name={`${list}.${place}.${second}`}
          defaultValue={String(row[second] ?? "")}
          maxLength={600}
          className="min-h-16"
        />
      </ActionField>
      <input type="hidden" name={`${list}.${place}.claims`} value={row.claims?.join(" ") ?? ""} />
    </fieldset>
  ));
}

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

function VariantFields({ variant, step }: { variant: VariantEntry; step: number }) {
  return (
    <>
      <ActionInput name="name" label="Name" defaultValue={variant.name} maxLength={80} required />
      <ActionField name="description" label="Description">
        <Textarea name="description" defaultValue={variant.description} maxLength={400} required />
      </ActionField>
      <RecordFields
        record={variant}
        fields={[
          { name: "pricePer1000Cents", label: "List price per 1,000 in dollars", kind: "dollars" },
          { name: "deliveryTime", label: "Delivery time", maxLength: 80, required: true },
          {
            name: "minQuantity",
            label: "Minimum",
            hint: "The minimum of a mapped supplier replaces this one.",
            kind: "number",
          },
          { name: "maxQuantity", label: "Maximum", kind: "number" },
          {
            name: "refillDays",
            label: "Days of refills",
            hint: "How long after completion the shop makes up for a drop. With 0, it promises no refills. Paid orders keep what was promised to them.",
            kind: "number",
          },
        ]}
      />
      <PriceStepsEditor steps={variant.priceSteps ?? []} serviceStep={step} />
    </>
  );
}
