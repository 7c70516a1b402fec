import { plural } from "@/lib/base/text/plural";
import type { Quality } from "@/lib/shop/catalog/catalog";

type QualityChoiceProps = {
  qualities: Quality[];
  /** The chosen one's variant. */
  chosen: string;
  isDisabled: boolean;
  onChoose: (variant: string) => void;
};

/** The qualities of a service that has several, each with what it promises. */
export function QualityChoice({ qualities, chosen, isDisabled, onChoose }: QualityChoiceProps) {
  return (
    <fieldset disabled={isDisabled} className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Quality</legend>
      {qualities.map(({ variant, label, deliveryTime, refillDays }) => (
        <label
          key={variant}
          className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border border-input bg-card p-3 has-checked:border-primary has-checked:bg-primary-soft"
        >
          <input
            type="radio"
            name="quality"
            value={variant}
            checked={variant === chosen}
            onChange={() => onChoose(variant)}
            className="mt-0.5 size-5 shrink-0 accent-primary"
          />
          <span className="flex min-w-0 flex-col">
            <span className="font-medium wrap-anywhere">{label}</span>
            <span className="text-sm text-muted-foreground">
              Delivery: {deliveryTime}.{" "}
              {refillDays > 0 ? `Drops are refilled for ${plural(refillDays, "day")}.` : "No refills."}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
