import { type Actor, type AuditContext, recordAudit, shopActor } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import type { Env } from "@/lib/base/env/env";
import { AppError, conflict, invalidField } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { seal, unseal } from "@/lib/base/secret-box";
import { second } from "@/lib/base/time/time";
import { openTelegram, type TelegramBot } from "@/lib/mail/transport/telegram";
import { type SettingsChange, saveSettings } from "@/lib/shop/settings/save-settings";
import { loadSettings, type SiteSettings } from "@/lib/shop/settings/site-settings";

type BotEnv = Pick<Env, "SHOP_SECRET" | "TELEGRAM_API_ORIGIN">;

/**
 * The bot from the settings; null if there is none, or if no key of SHOP_SECRET opens its token. When Telegram gives the
 * group of the settings another number, they get it.
 */
export function openBot(
  db: Database,
  { telegramTokenSealed }: SiteSettings,
  env: BotEnv,
): TelegramBot | null {
  if (!telegramTokenSealed) return null;
  try {
    const token = unseal(env.SHOP_SECRET, "telegram-token", telegramTokenSealed);
    return openTelegram({
      origin: env.TELEGRAM_API_ORIGIN,
      token,
      timeoutMs: 10 * second,
      onMoved: (from, to) => followChat(db, from, to),
    });
  } catch {
    logger.error("no key of SHOP_SECRET opens the Telegram bot's token: enter it again in the settings");
    return null;
  }
}

/** Puts a group's new number into the settings, unless they name another chat by now. */
async function followChat(db: Database, from: string, to: string): Promise<void> {
  try {
    if ((await loadSettings(db)).telegramChatId !== from) return;
    const audit = { actor: shopActor, reason: "Telegram gave the group another number." };
    await saveSettings(db, { change: { telegramChatId: to }, ...audit });
  } catch (error) {
    // The next message to the old number tries again.
    logger.warn({ err: String(error) }, "the new number of the Telegram group could not be stored");
  }
}

/**
 * Saves where alerts go on Telegram, as telegramFormSchema parsed it: an empty token keeps the stored one, an empty chat
 * forgets both. Returns whether anything has changed. Errors: invalid_input for a chat without a token.
 */
export async function saveTelegram(
  db: Database,
  secret: string,
  {
    telegramToken,
    telegramChatId,
    ...audit
  }: AuditContext & { telegramToken: string; telegramChatId: string },
): Promise<boolean> {
  const { telegramTokenSealed } = await loadSettings(db);
  if (telegramChatId && !telegramToken && !telegramTokenSealed) {
    throw invalidField("telegramToken", "Enter the bot's token too.");
  }
  const token = telegramChatId === "" ? "" : telegramToken && seal(secret, "telegram-token", telegramToken);
  const isTokenKept = telegramChatId !== "" && token === "";
  const change: SettingsChange = { telegramChatId, ...(!isTokenKept && { telegramTokenSealed: token }) };
  return (await saveSettings(db, { change, ...audit })).length > 0;
}

/** Sends a test message to the chat now. Errors: conflict without a bot; upstream_failed with Telegram's answer. */
export async function testTelegram(
  db: Database,
  env: BotEnv & Pick<Env, "SHOP_ORIGIN">,
  { shopName, actor }: { shopName: string; actor: Actor },
): Promise<void> {
  const settings = await loadSettings(db);
  const bot = openBot(db, settings, env);
  if (!bot || !settings.telegramChatId) throw conflict("Save a bot's token and a chat first.");
  const text = `${shopName}: this is a test. Alerts will come here.\n${env.SHOP_ORIGIN}/admin/now`;
  const answer = await bot.send(settings.telegramChatId, text);
  await db.$transaction((tx) =>
    recordAudit(tx, { actor }, "telegram.tested", ["settings", "site"], {
      after: { outcome: answer.ok ? "sent" : answer.error },
    }),
  );
  if (!answer.ok) {
    throw new AppError("upstream_failed", {
      userMessage: `Telegram did not take the message (${answer.error}). Check the token and the chat; the bot must be a member of it.`,
    });
  }
}
