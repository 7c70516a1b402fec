"use client";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { formatCents } from "@/lib/base/money";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import type { ServiceView } from "@/lib/shop/catalog/platform-view";
import { AmountChoice } from "./amount-choice";
import { QualityChoice } from "./quality-choice";
import type { useDetailsForm } from "./use-details-form";

/** The quality where there are several, the package, and the buyer's own amount where one can be chosen. */
export function PackageChoice({
  form,
  service,
}: {
  form: ReturnType<typeof useDetailsForm>;
  service: ServiceView;
}) {
  const { isReady, errors, fields, choice } = form;
  const { chosen, qualities, variant, packages, amounts } = choice;
  const { unit } = service;
  const isOwn = chosen !== null && !packages.includes(chosen);
  const clearErrors = () => {
    form.setError("package");
    form.setError("amount");
  };
  return (
    <>
      {qualities.length > 0 ? (
        <QualityChoice
          qualities={qualities}
          chosen={variant}
          isDisabled={!isReady}
          onChoose={(wanted) => {
            choice.chooseQuality(wanted);
            clearErrors();
          }}
        />
      ) : null}
      {packages.length > 0 ? (
        <Field label="Package" error={errors.package}>
          <Select
            ref={fields.package}
            name="package"
            value={chosen?.id ?? ""}
            onChange={(event) => {
              const picked = packages.find((entry) => entry.id === event.target.value);
              if (!picked) return;
              choice.choosePackage(picked);
              clearErrors();
            }}
            options={[...packages, ...(isOwn ? [chosen] : [])].map(({ id, quantity, priceCents }) => [
              id,
              `${amountLabel(quantity, unit)} · ${formatCents(priceCents)}`,
            ])}
          >
            <option value="" disabled>
              Choose a package
            </option>
          </Select>
        </Field>
      ) : null}
      {amounts ? (
        <AmountChoice
          label={packages.length > 0 ? "Or choose your own amount" : "Choose your own amount"}
          amounts={amounts}
          unit={unit}
          chosen={chosen}
          draft={choice.draft}
          error={errors.amount}
          isDisabled={!isReady}
          inputRef={fields.amount}
          onType={(text) => {
            choice.typeAmount(text);
            clearErrors();
          }}
          onChoose={(quantity) => {
            choice.chooseAmount(quantity);
            clearErrors();
          }}
          onSettle={() => form.setError("amount", choice.settle() ?? undefined)}
        />
      ) : null}
    </>
  );
}
