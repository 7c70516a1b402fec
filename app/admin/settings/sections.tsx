import { AllowedForm } from "@/app/admin/allowed-action";
import { AdminSection } from "@/components/admin/admin-section";
import { RecordFields } from "@/components/admin/record-fields";
import { UnsavedChanges } from "@/components/admin/unsaved-changes";
import { getShop, isLive } from "@/lib/base/env/env";
import {
  declaredSettings,
  type SettingField,
  type SettingName,
  type SettingsForm,
  settingsByName,
} from "@/lib/shop/settings/declared-settings";
import type { SiteSettings } from "@/lib/shop/settings/site-settings";
import { saveDeliveryAction, saveRefundsAction, saveSellingAction, saveShopAction } from "./actions";
import { Sales } from "./sales";

/** The sections of the page, in the order of its list. One save, with one reason, is for one section. */
export const sectionLabels = {
  shop: "Shop",
  selling: "Selling",
  delivery: "Delivery",
  refunds: "Refunds",
  alerts: "Alerts",
  administrators: "Administrators",
} as const;

export type SectionName = keyof typeof sectionLabels;
export const sectionNames = Object.keys(sectionLabels) as [SectionName, ...SectionName[]];

type ShownField = SettingField & { defaultValue?: string };

/** A live shop doesn't offer the invented purchases. */
function sourcesOfLiveShop({ socialProofSource }: SiteSettings): Partial<ShownField> {
  const { options } = declaredSettings.socialProofSource.field;
  return {
    defaultValue: socialProofSource === "fixed" ? "off" : socialProofSource,
    options: options.filter(([value]) => value !== "fixed"),
  };
}

type GroupProps = {
  settings: SiteSettings;
  form: SettingsForm;
  title: string;
  detail: string;
  isStacked?: boolean;
  /** What of its fields depends on this shop. */
  here?: Partial<Record<SettingName, Partial<ShownField>>>;
};

/** Settings that belong together. */
function Group({ settings, form, title, detail, isStacked, here = {} }: GroupProps) {
  const fields = settingsByName.flatMap(([name, setting]) =>
    setting.form === form ? [{ ...setting.field, ...here[name], name }] : [],
  );
  return (
    <AdminSection title={title} detail={detail}>
      <RecordFields record={settings} fields={fields} isStacked={isStacked} />
    </AdminSection>
  );
}

type SavedTogetherProps = Pick<React.ComponentProps<typeof AllowedForm>, "action" | "children">;

/** One form: what was changed in it is saved at once, for one reason. */
function SavedTogether({ action, children }: SavedTogetherProps) {
  return (
    <AllowedForm
      action={action}
      submitLabel="Save"
      reasons={["A new rule", "A trial", "Back to what it was"]}
    >
      {children}
      <UnsavedChanges />
    </AllowedForm>
  );
}

type SectionProps = { settings: SiteSettings };

export function ShopSettings({ settings }: SectionProps) {
  const { name, supportEmail } = getShop();
  return (
    <SavedTogether action={saveShopAction}>
      <Group
        settings={settings}
        form="addresses"
        title="Name and addresses"
        detail="What the shop is called, where customers write to, and where the shop sends alerts."
        isStacked
        here={{
          shopName: { hint: `On pages and in emails. Leave it empty to keep ${name}.` },
          supportEmail: { hint: `On pages and in emails. Leave it empty to keep ${supportEmail}.` },
        }}
      />
      <Group
        settings={settings}
        form="texts"
        title="Announcement and purchase messages"
        detail="A live shop shows no invented purchases. Recent orders are real: rounded, delayed, and without any name."
        isStacked
        here={{ socialProofSource: isLive() ? sourcesOfLiveShop(settings) : {} }}
      />
      <Group
        settings={settings}
        form="accents"
        title="Accent colours"
        detail="For buttons, links and the logo. Each colour is checked for contrast on the pages of its theme. Leave one empty to keep the design's own."
      />
    </SavedTogether>
  );
}

export function SellingSettings({ settings }: SectionProps) {
  return (
    <SavedTogether action={saveSellingAction}>
      <Group
        settings={settings}
        form="beforePaying"
        title="Before paying"
        detail="One line beside every payment button: your legal texts, the buyer's age, the platforms' rules, and the consent to begin at once. Each order stores what its buyer agreed to."
        isStacked
      />
      <Sales settings={settings} />
    </SavedTogether>
  );
}

export function DeliverySettings({ settings }: SectionProps) {
  return (
    <SavedTogether action={saveDeliveryAction}>
      <Group
        settings={settings}
        form="delivery"
        title="Delivery"
        detail="The pages promise a start within 24 hours. While that claim is shown, a longer time here breaks the promise."
      />
      <Group
        settings={settings}
        form="replacements"
        title="Replacements"
        detail="Where a supplier can't refill what dropped, the shop buys it again. Once this budget for 24 hours is used up, the customer gets the price back instead. With 0, the price always goes back."
        isStacked
      />
    </SavedTogether>
  );
}

export function RefundSettings({ settings }: SectionProps) {
  return (
    <SavedTogether action={saveRefundsAction}>
      <Group
        settings={settings}
        form="refundLimits"
        title="Automatic refunds"
        detail="Undelivered units are refunded automatically. Above these limits, refunds wait in Needs me, so that a supplier that cancels everything can't empty your account. With 0, every refund waits. The money is still owed to the customers, so decide soon."
      />
      <Group
        settings={settings}
        form="refundCeilings"
        title="Refunds by administrators"
        detail="What each administrator may refund alone, in dollars; a day is the last 24 hours. Above that, the refund waits in Needs me until a second administrator, whose own limit allows it, releases it. For owners, 0 means no limit. Set one only if the shop has two owners: with one owner, such a refund would wait forever."
      />
    </SavedTogether>
  );
}
