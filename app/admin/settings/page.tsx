import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { AllowedForm } from "@/app/admin/allowed-action";
import { ActionInput, CheckBox } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { RecordFields } from "@/components/admin/record-fields";
import { getDb } from "@/lib/base/db/client";
import { countryCodes, countryName } from "@/lib/shop/settings/countries";
import { loadSettings, type SiteSettings } from "@/lib/shop/settings/site-settings";
import { saveSalesAction, saveTelegramAction, testTelegramAction } from "./actions";
import { type SettingsSectionProps, sectionsOf } from "./sections";

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
      {Object.values(sectionsOf(settings)).map((section) => (
        <FormSection key={section.title} {...section} settings={settings} />
      ))}
      <Sales settings={settings} />
      <TelegramSettings settings={settings} />
    </>
  );
}

/** The bot and chat for alerts, and a test of both. The token is never shown. */
function TelegramSettings({ settings }: { settings: SiteSettings }) {
  const isOn = settings.telegramTokenSealed !== "" && settings.telegramChatId !== "";
  return (
    <AdminSection
      title="Alerts on Telegram"
      detail="Sends each alert to a chat as well: its kind, a short text and a link, without any customer's name. Create a bot with @BotFather, write to it once or add it to a group, and enter the chat's number. Leave the chat empty to switch this off."
    >
      <AllowedForm action={saveTelegramAction} submitLabel="Save Telegram">
        <ActionInput
          name="telegramToken"
          label="The bot's token"
          hint={
            isOn
              ? "A token is stored, encrypted. Leave this empty to keep it."
              : "It is stored encrypted and never shown again."
          }
          type="password"
          maxLength={130}
        />
        <ActionInput
          name="telegramChatId"
          label="Chat"
          hint="The chat's number (a group's begins with a minus), or @channel."
          defaultValue={settings.telegramChatId}
          maxLength={40}
        />
      </AllowedForm>
      {isOn ? (
        <AllowedForm
          action={testTelegramAction}
          submitLabel="Send a test message"
          variant="outline"
          hasReason={false}
        />
      ) : null}
    </AdminSection>
  );
}

/** Settings that are saved together: a section with one form. */
function FormSection({
  settings,
  title,
  detail,
  actions,
  isStacked,
  fields = [],
  children,
  ...form
}: SettingsSectionProps & { settings: SiteSettings }) {
  return (
    <AdminSection title={title} detail={detail} actions={actions}>
      <AllowedForm {...form}>
        <RecordFields record={settings} fields={fields} isStacked={isStacked} />
        {children}
      </AllowedForm>
    </AdminSection>
  );
}

const countries = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

/** Withdrawal, and the countries that are not sold to. */
function Sales({ settings }: { settings: SiteSettings }) {
  const { withdrawal, excludedCountries } = settings;
  const excluded = countries.filter(({ code }) => excludedCountries.includes(code));
  return (
    <FormSection
      settings={settings}
      title="Withdrawal and countries"
      detail="The shop refuses an order from an excluded country where it knows the country. A payment with a card or billing address from one is sent back in full, and nothing is delivered for it. Orders that are already paid stay as they are."
      action={saveSalesAction}
      submitLabel="Save withdrawal and countries"
      isStacked
    >
      <CheckBox
        name="withdrawal"
        label="Buyers can withdraw from the contract online"
        hint="Required for customers in the European Union. If you do not sell there, you may switch it off."
        isOn={withdrawal}
      />
      <p className="text-sm text-muted-foreground">
        {excluded.length > 0
          ? `Not sold to: ${excluded.map(({ name }) => name).join(", ")}.`
          : "The shop sells to every country."}
      </p>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-medium underline-offset-4 hover:underline">
          Choose countries
        </summary>
        <fieldset className="grid max-h-96 gap-x-6 overflow-y-auto sm:grid-cols-2 xl:grid-cols-3">
          <legend className="sr-only">Countries that are not sold to</legend>
          {countries.map(({ code, name }) => (
            <CheckBox key={code} name={code} label={name} isOn={excludedCountries.includes(code)} />
          ))}
        </fieldset>
      </details>
    </FormSection>
  );
}
