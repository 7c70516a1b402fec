import { AllowedDialog, type AllowedForm } from "@/app/admin/allowed-action";
import { ActionInput, CheckBox } from "@/components/admin/action-form";
import type { AdminSection } from "@/components/admin/admin-section";
import type { RecordField } from "@/components/admin/record-fields";
import { getShop, isLive } from "@/lib/base/env/env";
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

export type SettingsSectionProps = Pick<
  React.ComponentProps<typeof AdminSection>,
  "title" | "detail" | "actions"
> &
  Pick<React.ComponentProps<typeof AllowedForm>, "action" | "submitLabel" | "children"> & {
    fields?: RecordField<keyof SiteSettings>[];
    isStacked?: boolean;
  };

/** The sections that consist of fields. */
export function sectionsOf(settings: SiteSettings): SettingsSectionProps[] {
  const { name, supportEmail } = getShop();
  return [
    {
      title: "Announcement and purchase messages",
      detail:
        "A live shop shows no invented purchases. Recent orders are real: rounded, delayed, and without any name.",
      action: saveTextsAction,
      submitLabel: "Save texts",
      isStacked: true,
      fields: [
        {
          name: "announcement",
          label: "Announcement",
          hint: "One line above every public page. Leave it empty to show none.",
          maxLength: 200,
        },
        {
          name: "socialProofSource",
          label: "Purchase messages",
          defaultValue:
            isLive() && settings.socialProofSource === "fixed" ? "off" : settings.socialProofSource,
          options: [
            ["orders", "Recent orders, without names"],
            ...(isLive() ? [] : [["fixed", "Six fixed messages"] as const]),
            ["off", "None"],
          ],
        },
      ],
    },
    {
      title: "Name and addresses",
      detail: "What the shop is called, where customers write to, and where the shop sends alerts.",
      action: saveAddressesAction,
      submitLabel: "Save name and addresses",
      isStacked: true,
      fields: [
        {
          name: "shopName",
          label: "Name",
          hint: `On pages and in emails. Leave it empty to keep ${name}.`,
          maxLength: 60,
        },
        {
          name: "supportEmail",
          label: "Support",
          hint: `On pages and in emails. Leave it empty to keep ${supportEmail}.`,
          type: "email",
        },
        {
          name: "alertEmail",
          label: "Alerts",
          hint: "Leave it empty to send them to the support address.",
          type: "email",
        },
      ],
    },
    {
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
    {
      title: "Accent colours",
      detail:
        "For buttons, links and the logo. Each colour is checked for contrast on the pages of its theme. Leave one empty to keep the design's own.",
      action: saveAccentsAction,
      submitLabel: "Save colours",
      fields: [
        {
          name: "accentLight",
          label: "On light pages",
          placeholder: "#0a6655",
          spellCheck: false,
          maxLength: 7,
        },
        {
          name: "accentDark",
          label: "On dark pages",
          placeholder: "#5fd2b3",
          spellCheck: false,
          maxLength: 7,
        },
      ],
    },
    {
      title: "Automatic refunds",
      detail:
        "Undelivered units are refunded automatically. Above these limits, refunds wait in Needs me, so that a supplier that cancels everything can't empty your account. With 0, every refund waits. The money is still owed to the customers, so decide soon.",
      action: saveRefundLimitsAction,
      submitLabel: "Save limits",
      fields: [
        { name: "autoRefundsPerHour", label: "Refunds an hour", kind: "number" },
        { name: "autoRefundCentsPerDay", label: "Dollars a day", kind: "dollars" },
      ],
    },
    {
      title: "Refunds by administrators",
      detail:
        "What each administrator may refund alone, in dollars; a day is the last 24 hours. Above that, the refund waits in Needs me until a second administrator, whose own limit allows it, releases it. For owners, 0 means no limit. Set one only if the shop has two owners: with one owner, such a refund would wait forever.",
      action: saveRefundCeilingsAction,
      submitLabel: "Save these limits",
      fields: [
        { name: "financeRefundCents", label: "Finance, one refund", kind: "dollars" },
        { name: "financeRefundCentsPerDay", label: "Finance, a day", kind: "dollars" },
        { name: "supportRefundCents", label: "Support, one refund", kind: "dollars" },
        { name: "supportRefundCentsPerDay", label: "Support, a day", kind: "dollars" },
        { name: "ownerRefundCentsPerDay", label: "Owners, a day", kind: "dollars" },
      ],
    },
    {
      title: "Replacements",
      detail:
        "Where a supplier can't refill what dropped, the shop buys it again. Once this budget for 24 hours is used up, the customer gets the price back instead. With 0, the price always goes back.",
      action: saveReplacementsAction,
      submitLabel: "Save budget",
      isStacked: true,
      fields: [
        { name: "replacementBudgetCentsPerDay", label: "Dollars a day for replacements", kind: "dollars" },
      ],
    },
    {
      title: "Delivery",
      detail:
        "The pages promise a start within 24 hours. While that claim is shown, a longer time here breaks the promise.",
      action: saveDeliveryAction,
      submitLabel: "Save delivery",
      fields: [
        {
          name: "startWithinHours",
          label: "Hours to start a delivery",
          hint: "Counted from the payment until it is sent, and again from there until its supplier starts.",
          kind: "number",
        },
        {
          name: "whenNotStarted",
          label: "If it has not started by then",
          options: [
            ["review", "Wait in Needs me"],
            ["refund", "Refund to the card"],
          ],
        },
        {
          name: "fixWithinHours",
          label: "Hours to fix an unreachable target",
          hint: "For example, a private or renamed account. After that, what is left is refunded.",
          kind: "number",
        },
        {
          name: "preferenceBy",
          label: "Which supplier is asked first",
          hint: "With the scorecard, the shop puts the best supplier first once a day, and tells you.",
          options: [
            ["manual", "As set under Who delivers"],
            ["scorecard", "The best by the scorecard"],
          ],
        },
      ],
    },
    {
      title: "Before paying",
      detail:
        "One line beside every payment button: your legal texts, the buyer's age, the platforms' rules, and the consent to begin at once. Each order stores what its buyer agreed to.",
      action: saveBeforePayingAction,
      submitLabel: "Save the consent line",
      isStacked: true,
      fields: [{ name: "minimumAge", label: "Minimum age in years", kind: "number" }],
      children: (
        <CheckBox
          name="asksForTick"
          label="Ask for a tick"
          hint="Some countries require a box that the buyer ticks. It is one more tap before each payment."
          isOn={settings.asksForTick}
        />
      ),
    },
  ];
}
