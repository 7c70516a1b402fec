import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { ActionDialog, ActionForm } from "@/app/admin/allowed-action";
import { ActionField, ActionInput } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { Select } from "@/components/ui/select";
import { getDb } from "@/lib/db/client";
import { getShop, isLive } from "@/lib/env";
import { loadSettings, type SiteSettings } from "@/lib/settings/site-settings";
import {
  removeLogoAction,
  saveAccentsAction,
  saveAddressesAction,
  saveDeliveryAction,
  saveLogoAction,
  saveTextsAction,
} from "./actions";
import { RefundCeilings, RefundLimits, Replacements } from "./money";
import { BeforePaying, Sales } from "./sales";
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
        intro="Settings apply at once, and the audit log keeps every change. Claims are on the Going live page."
      />
      <Texts settings={settings} />
      <Addresses settings={settings} />
      <Logo settings={settings} />
      <Accents settings={settings} />
      <RefundLimits settings={settings} />
      <RefundCeilings settings={settings} />
      <Replacements settings={settings} />
      <Delivery settings={settings} />
      <BeforePaying settings={settings} />
      <Sales settings={settings} />
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
          hint="One line above every public page. Leave it empty to show none."
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
          hint={`On pages and in emails. Leave it empty to keep ${name}.`}
          autoComplete="off"
          defaultValue={settings.shopName}
          maxLength={60}
        />
        <ActionInput
          name="supportEmail"
          label="Support"
          hint={`On pages and in emails. Leave it empty to keep ${supportEmail}.`}
          type="email"
          autoComplete="off"
          defaultValue={settings.supportEmail}
        />
        <ActionInput
          name="alertEmail"
          label="Alerts"
          hint="Leave it empty to send them to the support address."
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
      detail="Replaces the drawn logo and the name in the header and the footer. It is shown 32 pixels high and at most 128 wide; a picture of twice that size looks sharp. Choose colours that can be read on light and dark pages."
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
      detail="For buttons, links and the logo. Each colour is checked for contrast on the pages of its theme. Leave one empty to keep the design's own."
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

function Delivery({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Delivery"
      detail="The pages promise a start within 24 hours. While that claim is shown, a longer time here breaks the promise."
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
            hint="For example, a private or renamed account. After that, what is left is refunded."
            inputMode="numeric"
            defaultValue={settings.fixWithinHours}
            required
          />
          <ActionField
            name="preferenceBy"
            label="Which supplier is asked first"
            hint="With the scorecard, the shop puts the best supplier first once a day, and tells you."
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
