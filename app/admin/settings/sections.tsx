import { AllowedDialog, type AllowedForm } from "@/app/admin/allowed-action";
import { ActionInput } from "@/components/admin/action-form";
import type { AdminSection } from "@/components/admin/admin-section";
import { getShop, isLive } from "@/lib/base/env/env";
import {
  declaredSettings,
  type SettingField,
  type SettingName,
  type SettingsForm,
  settingsByName,
} from "@/lib/shop/settings/declared-settings";
import type { SiteSettings } from "@/lib/shop/settings/site-settings";
import {
  removeLogoAction,
  saveAccentsAction,
  saveAddressesAction,
  saveBeforePayingAction,
  saveDeliveryAction,
  saveLogoAction,
  saveRefundCeilingsAction,
  saveRefundLimitsAction,
  saveReplacementsAction,
  saveTextsAction,
} from "./actions";

type ShownField = SettingField & { defaultValue?: string };

export type SettingsSectionProps = Pick<
  React.ComponentProps<typeof AdminSection>,
  "title" | "detail" | "actions"
> &
  Pick<React.ComponentProps<typeof AllowedForm>, "action" | "submitLabel" | "children"> & {
    fields?: (ShownField & { name: SettingName })[];
    isStacked?: boolean;
  };

/** The fields of a form, with what depends on this shop. */
function fieldsOf(form: SettingsForm, here: Partial<Record<SettingName, Partial<ShownField>>> = {}) {
  return settingsByName.flatMap(([name, setting]) =>
    setting.form === form ? [{ ...setting.field, ...here[name], name }] : [],
  );
}

/** A live shop doesn't offer the invented purchases. */
function sourcesOfLiveShop({ socialProofSource }: SiteSettings): Partial<ShownField> {
  const { options } = declaredSettings.socialProofSource.field;
  return {
    defaultValue: socialProofSource === "fixed" ? "off" : socialProofSource,
    options: options.filter(([value]) => value !== "fixed"),
  };
}

/** The sections that consist of fields, in the order of the page. */
export function sectionsOf(settings: SiteSettings): Record<SettingsForm | "logo", SettingsSectionProps> {
  const { name, supportEmail } = getShop();
  return {
    texts: {
      title: "Announcement and purchase messages",
      detail:
        "A live shop shows no invented purchases. Recent orders are real: rounded, delayed, and without any name.",
      action: saveTextsAction,
      submitLabel: "Save texts",
      isStacked: true,
      fields: fieldsOf("texts", { socialProofSource: isLive() ? sourcesOfLiveShop(settings) : {} }),
    },
    addresses: {
      title: "Name and addresses",
      detail: "What the shop is called, where customers write to, and where the shop sends alerts.",
      action: saveAddressesAction,
      submitLabel: "Save name and addresses",
      isStacked: true,
      fields: fieldsOf("addresses", {
        shopName: { hint: `On pages and in emails. Leave it empty to keep ${name}.` },
        supportEmail: { hint: `On pages and in emails. Leave it empty to keep ${supportEmail}.` },
      }),
    },
    logo: {
      title: "Logo",
      detail:
        "Replaces the drawn logo and the name in the header and the footer. It is shown 32 pixels high and at most 128 wide; a picture of twice that size looks sharp. Choose colours that can be read on light and dark pages.",
      actions: settings.logo ? (
        <AllowedDialog
          label="Remove the logo"
          detail="Pages show the drawn logo and the shop's name again."
          action={removeLogoAction}
        />
      ) : null,
      action: saveLogoAction,
      submitLabel: "Show this logo",
      isStacked: true,
      children: (
        <ActionInput
          name="logo"
          label="Picture"
          hint="PNG or WebP, at most 64 KB."
          type="file"
          accept="image/png,image/webp"
          required
        />
      ),
    },
    accents: {
      title: "Accent colours",
      detail:
        "For buttons, links and the logo. Each colour is checked for contrast on the pages of its theme. Leave one empty to keep the design's own.",
      action: saveAccentsAction,
      submitLabel: "Save colours",
      fields: fieldsOf("accents"),
    },
    refundLimits: {
      title: "Automatic refunds",
      detail:
        "Undelivered units are refunded automatically. Above these limits, refunds wait in Needs me, so that a supplier that cancels everything can't empty your account. With 0, every refund waits. The money is still owed to the customers, so decide soon.",
      action: saveRefundLimitsAction,
      submitLabel: "Save limits",
      fields: fieldsOf("refundLimits"),
    },
    refundCeilings: {
      title: "Refunds by administrators",
      detail:
        "What each administrator may refund alone, in dollars; a day is the last 24 hours. Above that, the refund waits in Needs me until a second administrator, whose own limit allows it, releases it. For owners, 0 means no limit. Set one only if the shop has two owners: with one owner, such a refund would wait forever.",
      action: saveRefundCeilingsAction,
      submitLabel: "Save these limits",
      fields: fieldsOf("refundCeilings"),
    },
    replacements: {
      title: "Replacements",
      detail:
        "Where a supplier can't refill what dropped, the shop buys it again. Once this budget for 24 hours is used up, the customer gets the price back instead. With 0, the price always goes back.",
      action: saveReplacementsAction,
      submitLabel: "Save budget",
      isStacked: true,
      fields: fieldsOf("replacements"),
    },
    delivery: {
      title: "Delivery",
      detail:
        "The pages promise a start within 24 hours. While that claim is shown, a longer time here breaks the promise.",
      action: saveDeliveryAction,
      submitLabel: "Save delivery",
      fields: fieldsOf("delivery"),
    },
    beforePaying: {
      title: "Before paying",
      detail:
        "One line beside every payment button: your legal texts, the buyer's age, the platforms' rules, and the consent to begin at once. Each order stores what its buyer agreed to.",
      action: saveBeforePayingAction,
      submitLabel: "Save the consent line",
      isStacked: true,
      fields: fieldsOf("beforePaying"),
    },
  };
}
