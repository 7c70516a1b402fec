import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alertText, readAnswer } from "@/lib/email/telegram";

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
    { ok: false, error: "telegram_429: Too Many Requests", isInvalid: false },
  ],
  [
    '{"ok":false,"error_code":502,"description":"Bad Gateway"}',
    { ok: false, error: "telegram_502: Bad Gateway", isInvalid: false },
  ],
  ["<html>Bad Gateway</html>", { ok: false, error: "unreadable_answer", isInvalid: false }],
  ['{"ok":true}', { ok: false, error: "unreadable_answer", isInvalid: false }],
  ["", { ok: false, error: "unreadable_answer", isInvalid: false }],
])("an answer of the Bot API %s is read", (body, answer) => {
  expect(readAnswer(body)).toEqual(answer);
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
        const told = alertText(shop, { kind: "k", message: `${address} ${text}`, path: "/admin/now" });
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
