import { z } from "zod";
import type { MailShop } from "@/emails/layout";
import { jsonText } from "@/lib/json-text";
import { storable } from "@/lib/storable-text";
import { inWords } from "@/lib/words";
import type { MailAnswer } from "./mail-transport";
import type { MailProps } from "./mails";

// A chat message about an alert is a row of the mail log, like the alert's mail, so it is queued, retried
// and given up in the same way. The recipient tells them apart.
const prefix = "telegram:";

/** The recipient that stands for a chat. */
export function chatRecipient(chatId: string): string {
  return `${prefix}${chatId}`;
}

/** The chat of a recipient; null for an address. */
export function chatOf(recipient: string): string | null {
  return recipient.startsWith(prefix) ? recipient.slice(prefix.length) : null;
}

/** A bot that writes to chats. A failure is returned, not thrown; its name holds no token. */
export type TelegramBot = { send(chatId: string, text: string): Promise<MailAnswer> };

const answerSchema = jsonText().pipe(
  z.union([
    z.object({ ok: z.literal(true), result: z.object({ message_id: z.number() }) }),
    z.object({ ok: z.literal(false), error_code: z.number(), description: z.string() }),
  ]),
);

/** The answer mainly repeats the message, which has at most 4,096 characters. */
const longestAnswer = 100_000;

/** A bot of Telegram's Bot API at `origin`. Each call ends after `timeoutMs`. */
export function openTelegram({
  origin,
  token,
  timeoutMs,
}: {
  origin: string;
  token: string;
  timeoutMs: number;
}): TelegramBot {
  return {
    async send(chatId, text) {
      try {
        const response = await fetch(`${origin}/bot${token}/sendMessage`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
          // The address contains the token, so redirects are not followed, and errors that quote it are not logged.
          redirect: "manual",
          cache: "no-store",
          signal: AbortSignal.timeout(timeoutMs),
        });
        return readAnswer(await shortText(response));
      } catch (error) {
        const isLate = error instanceof Error && error.name === "TimeoutError";
        return { ok: false, error: isLate ? "timeout" : "no_answer", isInvalid: false };
      }
    },
  };
}

async function shortText(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestAnswer) break;
  }
  return text;
}

/** Reads the Bot API's answer; only its own refusals of the request (4xx except 429) are final. Pure. */
export function readAnswer(body: string): MailAnswer {
  const parsed = answerSchema.safeParse(body);
  if (!parsed.success) return { ok: false, error: "unreadable_answer", isInvalid: false };
  const answer = parsed.data;
  if (answer.ok) return { ok: true, providerId: String(answer.result.message_id) };
  const { error_code: code, description } = answer;
  return {
    ok: false,
    error: `telegram_${code}: ${storable(description, 120)}`,
    isInvalid: code >= 400 && code < 500 && code !== 429,
  };
}

const longestMessage = 600;

/** An alert for a chat: the shop, the kind, a short text and the link. It names no customer. Pure. */
export function alertText(shop: MailShop, { kind, message, path }: MailProps<"operator-alert">): string {
  // Before the cut, which would leave a part of an address.
  const short = storable(message.replace(/[^\s@<>]+@[^\s@<>]+\.\w+/g, "…"), longestMessage);
  return `${shop.name}: ${inWords(kind)}\n${short}\n${shop.origin}${path}`;
}
