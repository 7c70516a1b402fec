import { ActionForm } from "@/app/admin/allowed-action";
import { ActionInput } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import type { SiteSettings } from "@/lib/settings/site-settings";
import { saveTelegramAction, testTelegramAction } from "./actions";

/** The bot and the chat that alerts go to, and a test of both. The token is never shown. */
export function TelegramSettings({ settings }: { settings: SiteSettings }) {
  const isOn = settings.telegramTokenSealed !== "" && settings.telegramChatId !== "";
  return (
    <AdminSection
      title="Alerts on Telegram"
      detail="Each alert is sent to a chat too, with its kind, a short text and a link; no customer is named. Make a bot with @BotFather, write to it once or add it to a group, and enter the chat's number. An empty chat switches it off."
    >
      <ActionForm action={saveTelegramAction} submitLabel="Save Telegram">
        <ActionInput
          name="telegramToken"
          label="The bot's token"
          hint={
            isOn
              ? "One is stored, encrypted. Empty keeps it."
              : "It is stored encrypted and never shown again."
          }
          type="password"
          maxLength={130}
        />
        <ActionInput
          name="telegramChatId"
          label="Chat"
          hint="A number, for a group with a minus before it, or @channel."
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
