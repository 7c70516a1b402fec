import { AllowedForm } from "@/app/admin/allowed-action";
import { ActionInput } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { UnsavedChanges } from "@/components/admin/unsaved-changes";
import type { SiteSettings } from "@/lib/shop/settings/site-settings";
import { saveTelegramAction, testTelegramAction } from "./actions";

/** The bot and chat for alerts, and a test of both. The token is never shown. */
export function TelegramSettings({ settings }: { settings: SiteSettings }) {
  const isOn = settings.telegramTokenSealed !== "" && settings.telegramChatId !== "";
  return (
    <AdminSection
      title="Alerts on Telegram"
      detail="Sends each alert to a chat as well: its kind, a short text and a link, without any customer's name. Create a bot with @BotFather, write to it once or add it to a group, and enter the chat's number. Leave the chat empty to switch this off."
    >
      <AllowedForm action={saveTelegramAction} submitLabel="Save">
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
        <UnsavedChanges />
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
