import { ActionForm } from "@/app/admin/allowed-action";
import { textOfCents } from "@/app/admin/catalog/dollars-text";
import { ActionInput } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import type { SiteSettings } from "@/lib/settings/site-settings";
import { saveRefundCeilingsAction, saveRefundLimitsAction, saveReplacementsAction } from "./actions";

type GroupProps = { settings: SiteSettings };

/** What the shop refunds by itself before it waits for somebody. */
export function RefundLimits({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Automatic refunds"
      detail="Undelivered units are refunded automatically. Above these limits, refunds wait in Needs me, so that a supplier that cancels everything can't empty your account. With 0, every refund waits. The money is still owed to the customers, so decide soon."
    >
      <ActionForm action={saveRefundLimitsAction} submitLabel="Save limits">
        <div className="grid gap-4 sm:grid-cols-2">
          <ActionInput
            name="autoRefundsPerHour"
            label="Refunds an hour"
            inputMode="numeric"
            defaultValue={settings.autoRefundsPerHour}
            required
          />
          <ActionInput
            name="autoRefundCentsPerDay"
            label="Dollars a day"
            inputMode="decimal"
            defaultValue={textOfCents(settings.autoRefundCentsPerDay)}
            required
          />
        </div>
      </ActionForm>
    </AdminSection>
  );
}

const ceilings = [
  ["financeRefundCents", "Finance, one refund"],
  ["financeRefundCentsPerDay", "Finance, a day"],
  ["supportRefundCents", "Support, one refund"],
  ["supportRefundCentsPerDay", "Support, a day"],
  ["ownerRefundCentsPerDay", "Owners, a day"],
] as const;

/** What each role refunds alone. */
export function RefundCeilings({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Refunds by administrators"
      detail="What each person may refund alone, in dollars; a day is the last 24 hours. Above that, the refund waits in Needs me until a second person, whose own limit allows it, releases it. For owners, 0 means no limit. Set one only if the shop has two owners: with one owner, such a refund would wait forever."
    >
      <ActionForm action={saveRefundCeilingsAction} submitLabel="Save these limits">
        <div className="grid gap-4 sm:grid-cols-2">
          {ceilings.map(([name, label]) => (
            <ActionInput
              key={name}
              name={name}
              label={label}
              inputMode="decimal"
              defaultValue={textOfCents(settings[name])}
              required
            />
          ))}
        </div>
      </ActionForm>
    </AdminSection>
  );
}

/** What replacements of dropped units may cost. */
export function Replacements({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Replacements"
      detail="Where a supplier can't refill what dropped, the shop buys it again. Once this budget for 24 hours is used up, the customer gets the price back instead. With 0, the price always goes back."
    >
      <ActionForm action={saveReplacementsAction} submitLabel="Save budget">
        <ActionInput
          name="replacementBudgetCentsPerDay"
          label="Dollars a day for replacements"
          inputMode="decimal"
          defaultValue={textOfCents(settings.replacementBudgetCentsPerDay)}
          required
        />
      </ActionForm>
    </AdminSection>
  );
}
