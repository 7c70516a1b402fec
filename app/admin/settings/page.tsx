import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { textOfCents } from "@/app/admin/catalog/dollars-text";
import { ActionField, ActionForm, ActionInput } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { CheckBox } from "@/components/admin/check-box";
import { Select } from "@/components/ui/select";
import { type ClaimSwitches, claimNames, findClaim } from "@/lib/content/claims";
import { getDb } from "@/lib/db/client";
import { getShop } from "@/lib/env";
import { loadSettings, type SiteSettings } from "@/lib/settings/site-settings";
import {
  saveAccentsAction,
  saveAddressesAction,
  saveClaimsAction,
  saveDeliveryAction,
  saveRefundLimitsAction,
  saveTextsAction,
} from "./actions";
import { TelegramSettings } from "./telegram-settings";

export const metadata: Metadata = { title: "Settings" };

/** All settings that need no new deployment. */
export default async function SettingsPage() {
  await requireAdmin();
  const settings = await loadSettings(getDb());
  return (
    <>
      <AdminHeading title="Settings" intro="Settings apply at once. Every change is in the audit log." />
      <Claims settings={settings} />
      <Texts settings={settings} />
      <Addresses settings={settings} />
      <Accents settings={settings} />
      <RefundLimits settings={settings} />
      <Delivery settings={settings} />
      <TelegramSettings settings={settings} />
    </>
  );
}

type GroupProps = { settings: SiteSettings };

function Claims({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Claims"
      detail={
        <>
          What the public pages say about the shop. In the European Union, the United Kingdom and the United
          States a claim must be true and you must be able to prove it: keep the figures behind “4.9/5” or
          “99.9%”, strike through a price only if it was really charged (in the EU: the lowest of the last 30
          days), and call an offer limited only if it ends. Switch off what you can't prove.
        </>
      }
    >
      <ActionForm action={saveClaimsAction} submitLabel="Save claims">
        <ClaimSwitchList claims={settings.claims} />
      </ActionForm>
    </AdminSection>
  );
}

function Texts({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Announcement and purchase messages"
      detail="Made-up purchases are forbidden in most countries, fixed messages that read like news of a purchase among them. Recent orders are real: rounded, delayed, and without any name."
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
          <Select name="socialProofSource" defaultValue={settings.socialProofSource}>
            <option value="orders">Recent orders, without names</option>
            <option value="fixed">Six fixed messages</option>
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
        </div>
      </ActionForm>
    </AdminSection>
  );
}

/** A switch for each claim, labelled with its text. */
function ClaimSwitchList({ claims }: { claims: ClaimSwitches }) {
  return (
    <fieldset className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
      <legend className="sr-only">Claims that are shown</legend>
      {claimNames.map((name) => {
        const claim = findClaim(name, {});
        const isPart = claim?.figure && !claim.text.includes(claim.figure);
        return (
          <CheckBox
            key={name}
            name={name}
            label={isPart ? `${claim.figure} ${claim.text}` : (claim?.text ?? name)}
            isOn={claims[name] !== false}
          />
        );
      })}
    </fieldset>
  );
}
