import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { MailState } from "./state";

const messageSchema = z.object({ chat_id: z.union([z.string(), z.number()]), text: z.string() });

/**
 * Telegram's `sendMessage` of the Bot API, as far as alerts need it. A bot's messages are in the inbox beside the
 * mails. The faults of `/_control` apply here too: `429` as such, every other one as a 500; the token `1:revoked…` is
 * refused, the chat `404` does not exist, and the group `-301` has become the supergroup `-100301`.
 */
export function createTelegramApi(state: MailState, changed: () => void): Hono {
  const app = new Hono();
  app.post("/:bot{bot[^/]+}/sendMessage", async (c) => {
    const refuse = (code: 400 | 401 | 404 | 429 | 500, description: string, parameters?: object) =>
      c.json({ ok: false, error_code: code, description, ...(parameters && { parameters }) }, code);
    const token = c.req.param("bot").slice("bot".length);
    if (!/^\d+:[\w-]{30,}$/.test(token)) return refuse(404, "Not Found");
    if (token.startsWith("1:revoked")) return refuse(401, "Unauthorized");
    const fault = state.faults.shift();
    if (fault === "429") return refuse(429, "Too Many Requests: retry after 1", { retry_after: 1 });
    if (fault) return refuse(500, "Internal Server Error");
    const parsed = messageSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success || parsed.data.text === "") return refuse(400, "Bad Request: message text is empty");
    const { chat_id, text } = parsed.data;
    if (String(chat_id) === "404") return refuse(400, "Bad Request: chat not found");
    if (String(chat_id) === "-301") {
      const description = "Bad Request: group chat was upgraded to a supergroup chat";
      return refuse(400, description, { migrate_to_chat_id: -100_301 });
    }
    if (text.length > 4096) return refuse(400, "Bad Request: message is too long");
    state.mails.push({
      id: randomUUID(),
      object: "email",
      from: "Telegram",
      to: [`chat ${chat_id}`],
      cc: [],
      bcc: [],
      reply_to: [],
      subject: text.split("\n", 1)[0] ?? "",
      html: null,
      text,
      headers: {},
      tags: [],
      created_at: new Date().toISOString(),
      last_event: "delivered",
    });
    changed();
    return c.json({ ok: true, result: { message_id: state.mails.length } });
  });
  return app;
}
