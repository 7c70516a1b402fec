import { z } from "zod";
import { jsonText } from "@/lib/base/text/json-text";
import { storable } from "@/lib/base/text/storable-text";
import { hour, second } from "@/lib/base/time/time";
import type { MailAnswer } from "./mail-transport";

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
    z.object({
      ok: z.literal(false),
      error_code: z.number(),
      description: z.string(),
      parameters: z
        .object({
          migrate_to_chat_id: z.union([z.number(), z.string()]).optional(),
          retry_after: z.number().positive().optional(),
        })
        .optional()
        .catch(undefined),
    }),
  ]),
);

/** The answer mainly repeats the message, which has at most 4,096 characters. */
const longestAnswer = 100_000;

type BotOptions = {
  origin: string;
  token: string;
  timeoutMs: number;
  /** Called once a group's new id has taken a message. It must not throw, because the message would be sent again. */
  onMoved?: (from: string, to: string) => Promise<void>;
};

/**
 * A bot of Telegram's Bot API at `origin`. Each call ends after `timeoutMs`. A message to a group that became a
 * supergroup goes to its new id, and one that Telegram calls too long is sent shortened; each costs a second call.
 */
export function openTelegram({ origin, token, timeoutMs, onMoved }: BotOptions): TelegramBot {
  const call = async (chatId: string, text: string): Promise<BotAnswer> => {
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
      return parseAnswer(await shortText(response));
    } catch (error) {
      const isLate = error instanceof Error && error.name === "TimeoutError";
      return isLate ? "timeout" : "no_answer";
    }
  };
  return {
    async send(chatId, text) {
      let [chat, short] = [chatId, text];
      let answer = await call(chat, short);
      // A message may be too long for a group that has moved, so there are at most two changes.
      for (let changes = 0; changes < 2; changes += 1) {
        const movedTo = movedChat(answer);
        if (movedTo !== null) chat = movedTo;
        else if (isTooLong(answer)) short = storable(text, shortened);
        else break;
        answer = await call(chat, short);
      }
      if (chat !== chatId && typeof answer === "object" && answer.ok) await onMoved?.(chatId, chat);
      return mailAnswer(answer);
    },
  };
}

/** An answer of the Bot API, or why there is none. */
type BotAnswer = z.output<typeof answerSchema> | "timeout" | "no_answer" | "unreadable_answer";

type BotRefusal = Extract<BotAnswer, { ok: false }>;

const isRefusal = (answer: BotAnswer): answer is BotRefusal => typeof answer === "object" && !answer.ok;

/** The new id of a group that became a supergroup; null for any other answer. */
function movedChat(answer: BotAnswer): string | null {
  const moved = isRefusal(answer) ? answer.parameters?.migrate_to_chat_id : undefined;
  return moved === undefined ? null : String(moved);
}

function isTooLong(answer: BotAnswer): boolean {
  return isRefusal(answer) && answer.error_code === 400 && /message is too long/i.test(answer.description);
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

function parseAnswer(body: string): BotAnswer {
  const parsed = answerSchema.safeParse(body);
  return parsed.success ? parsed.data : "unreadable_answer";
}

/** Only the Bot API's own refusals of the request (4xx except 429) are final. */
function mailAnswer(answer: BotAnswer): MailAnswer {
  if (typeof answer === "string") return { ok: false, error: answer, isInvalid: false };
  if (answer.ok) return { ok: true, providerId: String(answer.result.message_id) };
  const { error_code: code, description, parameters } = answer;
  const pauseMs = (parameters?.retry_after ?? 0) * second;
  return {
    ok: false,
    error: `telegram_${code}: ${storable(description, 120)}`,
    isInvalid: code >= 400 && code < 500 && code !== 429,
    ...(pauseMs > 0 && { retryAfterMs: Math.min(pauseMs, longestPauseMs) }),
  };
}

/** A longer pause is not believed: alerts are urgent, and the answer may be garbled. */
const longestPauseMs = hour;

/** Far below Telegram's 4,096, however it counts. */
const shortened = 1_000;
