import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { alertText } from "@/lib/mail/queue/operator-alert-mail";
import { openTelegram } from "@/lib/mail/transport/telegram";
import { closeServer, listen } from "../../support/listen";

type Call = { chat_id: string; text: string };

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** A Bot API that gives these answers, one a call and the last one from then on, and the calls it received. */
async function startApi(...answers: string[]) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    calls.push((await json(request)) as Call);
    response.end(answers.length > 1 ? answers.shift() : answers[0]);
  });
  opened.push(() => closeServer(server));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return { calls, bot: openTelegram({ origin, token: "1:token", timeoutMs: 30_000 }) };
}

const taken = '{"ok":true,"result":{"message_id":12}}';
const refused = (code: number, description: string, parameters?: object) =>
  JSON.stringify({ ok: false, error_code: code, description, parameters });
const moved = refused(400, "Bad Request: group chat was upgraded to a supergroup chat", {
  migrate_to_chat_id: -1001234567890,
});
const tooLong = refused(400, "Bad Request: message is too long");

const shop = { name: "Groundswell", supportEmail: "help@shop.example", origin: "https://shop.example" };

it.each([
  ['{"ok":true,"result":{"message_id":12}}', { ok: true, providerId: "12" }],
  [
    '{"ok":false,"error_code":401,"description":"Unauthorized"}',
    { ok: false, error: "telegram_401: Unauthorized", isInvalid: true },
  ],
  [
    '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
    { ok: false, error: "telegram_400: Bad Request: chat not found", isInvalid: true },
  ],
  [
    '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":5}}',
    { ok: false, error: "telegram_429: Too Many Requests", isInvalid: false, retryAfterMs: 5_000 },
  ],
  [
    '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":9999999}}',
    { ok: false, error: "telegram_429: Too Many Requests", isInvalid: false, retryAfterMs: 3_600_000 },
  ],
  [
    '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":"soon"}}',
    { ok: false, error: "telegram_429: Too Many Requests", isInvalid: false },
  ],
  [
    '{"ok":false,"error_code":502,"description":"Bad Gateway"}',
    { ok: false, error: "telegram_502: Bad Gateway", isInvalid: false },
  ],
  ["<html>Bad Gateway</html>", { ok: false, error: "unreadable_answer", isInvalid: false }],
  ['{"ok":true}', { ok: false, error: "unreadable_answer", isInvalid: false }],
  ["", { ok: false, error: "unreadable_answer", isInvalid: false }],
])("an answer of the Bot API %s is read", async (body, answer) => {
  const { bot } = await startApi(body);
  expect(await bot.send("7", "Hello")).toEqual(answer);
});

describe("a message", () => {
  it("to a group that became a supergroup is sent to its new id", async () => {
    const { bot, calls } = await startApi(moved, taken);
    expect(await bot.send("-7", "Hello")).toEqual({ ok: true, providerId: "12" });
    expect(calls).toMatchObject([
      { chat_id: "-7", text: "Hello" },
      { chat_id: "-1001234567890", text: "Hello" },
    ]);
  });

  it("that is too long is sent shortened, without half a character", async () => {
    const { bot, calls } = await startApi(tooLong, taken);
    expect(await bot.send("7", "\u{1F30A}".repeat(3_000))).toMatchObject({ ok: true });
    expect(calls[1]?.text).toBe("\u{1F30A}".repeat(1_000));
  });

  it("may be both, and is sent shortened to the new id", async () => {
    const { bot, calls } = await startApi(moved, tooLong, taken);
    expect(await bot.send("-7", "x".repeat(5_000))).toMatchObject({ ok: true });
    expect(calls[2]).toMatchObject({ chat_id: "-1001234567890", text: "x".repeat(1_000) });
  });

  it.each([
    ["calls each message too long", tooLong],
    ["moves the group at each call", moved],
  ])("ends after three calls where Telegram %s", async (_, answer) => {
    const { bot, calls } = await startApi(answer);
    expect(await bot.send("-7", "Hello")).toMatchObject({ ok: false, isInvalid: true });
    expect(calls).toHaveLength(3);
  });
});

describe("an alert for a chat", () => {
  it("has the shop, the kind, the text and the link", () => {
    const alert = {
      kind: "low_balance",
      message: "Northwind has 3.20 USD left.",
      path: "/admin/suppliers/7",
    };
    expect(alertText(shop, alert)).toBe(
      "Groundswell: low balance\nNorthwind has 3.20 USD left.\nhttps://shop.example/admin/suppliers/7",
    );
  });

  it("is short enough for Telegram and contains no address, whatever a supplier wrote", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), fc.emailAddress(), (text, address) => {
        const told = alertText(shop, { kind: "k", message: `${address} ${text}`, path: "/admin/now" }) ?? "";
        expect(told).toContain("Groundswell: k");
        expect(told.length).toBeLessThanOrEqual(4_096);
        expect(told).not.toContain(address);
      }),
    );
  });

  it("contains no part of an address either, where the text is cut", () => {
    fc.assert(
      fc.property(fc.integer({ min: 520, max: 600 }), fc.emailAddress(), (length, address) => {
        const message = `${"x".repeat(length)} ${address}`;
        expect(alertText(shop, { kind: "k", message, path: "/admin/now" })).not.toContain("@");
      }),
    );
  });
});
