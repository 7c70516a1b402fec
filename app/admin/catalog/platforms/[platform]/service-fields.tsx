"use client";

import { statusOptions } from "@/app/admin/catalog/status-badge";
import { ActionField, ActionInput, ActionSelect } from "@/components/admin/action-form";
import { RecordFields } from "@/components/admin/record-fields";
import { Textarea } from "@/components/ui/textarea";
import type { ServiceEntry, VariantEntry } from "@/lib/shop/catalog/document";
import { PriceStepsEditor } from "./price-steps-editor";

// The fields of a service's dialogs. The browser makes them when a dialog is opened. Made by the server, those of closed
// dialogs were half of the page.

type Options = React.ComponentProps<typeof ActionSelect>["options"];

/** The units and targets that a service may have. */
export type ServiceChoices = { units: Options; targets: Options };

type ServiceFieldsProps = {
  service: Pick<ServiceEntry, "label" | "status" | "unit" | "target" | "step">;
  choices: ServiceChoices;
};

export function ServiceFields({ service, choices }: ServiceFieldsProps) {
  const { label, status, step } = service;
  return (
    <>
      <ActionInput name="label" label="Name" defaultValue={label} maxLength={40} required />
      <ActionSelect name="status" label="Status" defaultValue={status} options={statusOptions} />
      <UnitAndTarget choices={choices} service={service} />
      <ActionInput
        name="step"
        label="Step"
        hint="Amounts are multiples of it; 1 for any amount."
        inputMode="numeric"
        defaultValue={step}
        required
      />
    </>
  );
}

type UnitAndTargetProps = { choices: ServiceChoices; service?: Pick<ServiceEntry, "unit" | "target"> };

/** What a service counts, and what its orders go to. */
export function UnitAndTarget({ choices, service }: UnitAndTargetProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ActionSelect
        name="unit"
        label="Counts"
        hint="Units are under Platforms."
        defaultValue={service?.unit ?? ""}
        options={choices.units}
      />
      <ActionSelect
        name="target"
        label="Goes to"
        defaultValue={service?.target ?? ""}
        options={choices.targets}
      />
    </div>
  );
}

export function TextFields({ texts }: Pick<ServiceEntry, "texts">) {
  return (
    <>
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
    </>
  );
}

type TextRowsProps = {
  list: string;
  names: [string, string];
  titles: [string, string];
  rows: { claims?: string[] | undefined; [name: string]: string | string[] | undefined }[];
};

/** Two more empty rows, so that there is always room for the next one. */
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

type VariantFieldsProps = { variant: VariantEntry; step: number };

export function VariantFields({ variant, step }: VariantFieldsProps) {
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
