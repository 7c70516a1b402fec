import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { ActionDialog, ActionForm } from "@/app/admin/allowed-action";
import { textOfCents } from "@/app/admin/catalog/dollars-text";
import { ActionField, ActionInput } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { CheckBox } from "@/components/admin/check-box";
import { Select } from "@/components/ui/select";
import { getDb } from "@/lib/db/client";
import { getShop, isLive } from "@/lib/env";
import { loadSettings, type SiteSettings } from "@/lib/settings/site-settings";
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
import { Sales } from "./sales";
import { TelegramSettings } from "./telegram-settings";

export const metadata: Metadata = { title: "Settings" };

/** All settings that need no new deployment. */
export default async function SettingsPage() {
  await requireAdmin("settings.read");
  const settings = await loadSettings(getDb());
  return (
    <>
      <AdminHeading
        title="Settings"
        intro="Settings apply at once. Every change is in the audit log. Claims are on the page Going live."
      />
      <Texts settings={settings} />
      <Addresses settings={settings} />
      <Logo settings={settings} />
      <Accents settings={settings} />
      <RefundLimits settings={settings} />
      <Delivery settings={settings} />
      <RefundCeilings settings={settings} />
      <BeforePaying settings={settings} />
      <Sales settings={settings} />
      <Replacements settings={settings} />
      <TelegramSettings settings={settings} />
    </>
  );
}

type GroupProps = { settings: SiteSettings };

function Texts({ settings }: GroupProps) {
  const source = isLive() && settings.socialProofSource === "fixed" ? "off" : settings.socialProofSource;
  return (
    <AdminSection
      title="Announcement and purchase messages"
      detail="A live shop shows no invented purchases. Recent orders are real: rounded, delayed, and without any name."
    >
      <ActionForm action={saveTextsAction} submitLabel="Save texts">
        <ActionInput
          name="announcement"
          label="Announcement"
          hint="One line above every public page. Empty shows none."
          defaultValue={settings.announcement}
          maxLength={200}
        />
        <ActionField name="socialProofSource" label="Purchase messages">
          <Select name="socialProofSource" defaultValue={source}>
            <option value="orders">Recent orders, without names</option>
            {isLive() ? null : <option value="fixed">Six fixed messages</option>}
            <option value="off">None</option>
          </Select>
        </ActionField>
      </ActionForm>
    </AdminSection>
  );
}

function Addresses({ settings }: GroupProps) {
  const { name, supportEmail } = getShop();
  return (
    <AdminSection
      title="Name and addresses"
      detail="What the shop is called, where customers write to, and where the shop sends alerts."
    >
      <ActionForm action={saveAddressesAction} submitLabel="Save name and addresses">
        <ActionInput
          name="shopName"
          label="Name"
          hint={`On pages and in mails. Empty keeps ${name}.`}
          autoComplete="off"
          defaultValue={settings.shopName}
          maxLength={60}
        />
        <ActionInput
          name="supportEmail"
          label="Support"
          hint={`On pages and in mails. Empty keeps ${supportEmail}.`}
          type="email"
          autoComplete="off"
          defaultValue={settings.supportEmail}
        />
        <ActionInput
          name="alertEmail"
          label="Alerts"
          hint="Empty sends them to the support address."
          type="email"
          autoComplete="off"
          defaultValue={settings.alertEmail}
        />
      </ActionForm>
    </AdminSection>
  );
}

function Logo({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Logo"
      detail="In the header and the footer, in place of the drawn logo and the name. 32 pixels high and at most 128 wide; twice that looks sharp. Choose colours that can be read on light and dark pages."
      actions={
        settings.logo ? (
          <ActionDialog
            label="Remove the logo"
            detail="Pages show the drawn logo and the shop's name again."
            action={removeLogoAction}
          />
        ) : null
      }
    >
      <ActionForm action={saveLogoAction} submitLabel="Show this logo">
        <ActionInput
          name="logo"
          label="Picture"
          hint="PNG or WebP, at most 64 KB."
          type="file"
          accept="image/png,image/webp"
          required
        />
      </ActionForm>
    </AdminSection>
  );
}

function Accents({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Accent colours"
      detail="Buttons, links and the logo. Each is checked for contrast on the pages of its theme. Empty keeps the design's own."
    >
      <ActionForm action={saveAccentsAction} submitLabel="Save colours">
        <div className="grid gap-4 sm:grid-cols-2">
          <ActionInput
            name="accentLight"
            label="On light pages"
            placeholder="#0a6655"
            autoComplete="off"
            spellCheck={false}
            defaultValue={settings.accentLight}
            maxLength={7}
          />
          <ActionInput
            name="accentDark"
            label="On dark pages"
            placeholder="#5fd2b3"
            autoComplete="off"
            spellCheck={false}
            defaultValue={settings.accentDark}
            maxLength={7}
          />
        </div>
      </ActionForm>
    </AdminSection>
  );
}

function RefundLimits({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Automatic refunds"
      detail="Undelivered units are refunded automatically. Above these limits refunds wait in Needs me, so that a supplier that cancels everything can't empty the account. 0 makes every refund wait. The money is still owed to the customers, so decide soon."
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

function Replacements({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Replacements"
      detail="What dropped is delivered again by a new purchase where the supplier refills nothing. Above this budget, counted over 24 hours, its price goes back to the customer instead. 0 always refunds."
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

function Delivery({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Delivery"
      detail="The pages promise a start within 24 hours: a longer time here breaks that promise while the claim is on."
    >
      <ActionForm action={saveDeliveryAction} submitLabel="Save delivery">
        <div className="grid gap-4 sm:grid-cols-2">
          <ActionInput
            name="startWithinHours"
            label="Hours from payment to start"
            inputMode="numeric"
            defaultValue={settings.startWithinHours}
            required
          />
          <ActionField name="whenNotStarted" label="If it has not started by then">
            <Select name="whenNotStarted" defaultValue={settings.whenNotStarted}>
              <option value="review">Wait in Needs me</option>
              <option value="refund">Refund to the card</option>
            </Select>
          </ActionField>
          <ActionInput
            name="fixWithinHours"
            label="Hours to fix an unreachable target"
            hint="For example a private or renamed account. After that it is refunded."
            inputMode="numeric"
            defaultValue={settings.fixWithinHours}
            required
          />
          <ActionField
            name="preferenceBy"
            label="Which supplier is asked first"
            hint="By the scorecard, the shop puts the best supplier first once a day and tells you."
          >
            <Select name="preferenceBy" defaultValue={settings.preferenceBy}>
              <option value="manual">As set under Who delivers</option>
              <option value="scorecard">The best by the scorecard</option>
            </Select>
          </ActionField>
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

function RefundCeilings({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Refunds by administrators"
      detail="What each person may refund alone, in dollars; a day is the last 24 hours. Above that the refund waits in Review until a second person, whose own limit allows it, releases it. For owners 0 means no limit; set one only if the shop has two owners, or such a refund waits for good."
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

function BeforePaying({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Before paying"
      detail="One line beside every payment button: the texts, the buyer's age, the platforms' rules, and consent to begin at once. An order stores what its buyer agreed to."
    >
      <ActionForm action={saveBeforePayingAction} submitLabel="Save before paying">
        <ActionInput
          name="minimumAge"
          label="Minimum age in years"
          inputMode="numeric"
          defaultValue={settings.minimumAge}
          required
        />
        <CheckBox
          name="asksForTick"
          label="Ask for a tick"
          hint="Some countries want a box that the buyer ticks. It is one more tap before each payment."
          isOn={settings.asksForTick}
        />
      </ActionForm>
    </AdminSection>
  );
}
