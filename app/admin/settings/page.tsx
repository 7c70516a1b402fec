import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { ActionForm } from "@/app/admin/allowed-action";
import { ActionInput } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { getDb } from "@/lib/db/client";
import { loadSettings, type SiteSettings } from "@/lib/settings/site-settings";
import { saveTelegramAction, testTelegramAction } from "./actions";
import { Sales } from "./sales";
import { sectionsOf } from "./sections";
import { SettingsSection } from "./settings-section";

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
      {sectionsOf(settings).map((section) => (
        <SettingsSection key={section.title} {...section} settings={settings} />
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
      <ActionForm action={saveTelegramAction} submitLabel="Save Telegram">
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
      </ActionForm>
      {isOn ? (
        <ActionForm
          action={testTelegramAction}
          submitLabel="Send a test message"
          variant="outline"
          hasReason={false}
        />
      ) : null}
    </AdminSection>
  );
}
