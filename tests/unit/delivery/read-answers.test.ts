import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ErrorRule } from "@/lib/delivery/suppliers/protocol/error-rules";
import { readBalance, readServices } from "@/lib/delivery/suppliers/protocol/read-account";
import { type JsonAnswer, readJson } from "@/lib/delivery/suppliers/protocol/read-json";
import {
  readCancelAnswer,
  readRefillAnswer,
  readRefillStatuses,
} from "@/lib/delivery/suppliers/protocol/read-refill";
import { errorTexts } from "@/lib/delivery/suppliers/protocol/read-refusal";

const said = (value: unknown, httpStatus = 200): JsonAnswer => ({ ok: true, value, httpStatus });

describe("an answer to refill", () => {
  it.each<[string, JsonAnswer, object]>([
    ["an id in a string", said({ refill: "1" }), { kind: "accepted", refillId: "1" }],
    [
      "a success with an id",
      said({ success: "asap", refill: 12_345 }),
      { kind: "accepted", refillId: "12345" },
    ],
    ["a list of one", said([{ order: 1, refill: 7 }]), { kind: "accepted", refillId: "7" }],
    ["an error", said({ error: "Order not eligible for refill." }), { kind: "rejected", isTemporary: false }],
    ["an error within", said([{ order: 1, refill: { error: "Incorrect order ID" } }]), { kind: "rejected" }],
    ["too many requests", said({ error: "Too many requests" }), { kind: "rejected", isTemporary: true }],
    ["a pace", said({ error: "Rate limit exceeded." }), { kind: "rejected", isTemporary: true }],
    ["a wrong key", said({ error: "Invalid API key" }), { kind: "rejected", isTemporary: true }],
    ["a wrong request", said({ error: "Incorrect request" }, 401), { kind: "rejected", isTemporary: true }],
    ["a limit", said({}, 429), { kind: "rejected", isTemporary: true }],
    ["no number", said({ refill: "yes" }), { kind: "unknown" }],
    ["nothing", said({}), { kind: "unknown" }],
    ["a refill in progress", said({ error: "Refill already in progress" }), { kind: "unknown" }],
    ["a failure half-way", said({ error: "Something went wrong" }), { kind: "unknown" }],
    ["a conflict", said({ error: "Order not eligible for refill." }, 409), { kind: "unknown" }],
    ["an error page in JSON", said({ error: "Bad gateway" }, 502), { kind: "unknown" }],
    ["a lost answer", { ok: false, reason: "timeout", isSent: true }, { kind: "unknown", reason: "timeout" }],
    [
      "no connection",
      { ok: false, reason: "ECONNREFUSED", isSent: false },
      { kind: "rejected", isTemporary: true },
    ],
  ])("that is %s", (_, answer, expected) => {
    expect(readRefillAnswer(answer)).toMatchObject(expected);
  });

  it.each<[ErrorRule["code"], object]>([
    ["rate_limited", { kind: "rejected", isTemporary: true }],
    ["bad_target", { kind: "rejected", isTemporary: false }],
    ["unclear", { kind: "unknown" }],
  ])("whose text the supplier's own rule calls %s is read so", (code, expected) => {
    const rules = [{ pattern: "slow down*", code }];
    const refusal = said({ error: "Slow down, friend" });
    expect(readRefillAnswer(refusal, rules)).toMatchObject(expected);
    expect(readCancelAnswer(refusal, rules)).toMatchObject(expected);
  });

  it("is a refusal only on a plain error or when nothing was sent", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 200, max: 599 }), (value, status) => {
        const outcome = readRefillAnswer(said(value, status));
        if (outcome.kind === "rejected" && status !== 429) expect(errorTexts(value, status)).not.toEqual([]);
      }),
    );
  });
});

it.each<[unknown, string]>([
  [[{ order: 2, cancel: 1 }], "accepted"],
  [{ cancel: true }, "accepted"],
  [{ success: "Your request was sent" }, "accepted"],
  [[{ order: 9, cancel: { error: "Incorrect order ID" } }], "rejected"],
  [{ error: "Not available" }, "rejected"],
  [{ cancel: 0 }, "unknown"],
  [[], "unknown"],
  ["ok", "unknown"],
])("an answer to cancel %j is %s", (value, kind) => {
  expect(readCancelAnswer(said(value)).kind).toBe(kind);
});

describe("an answer about refills", () => {
  it("is read entry by entry, as a list or by id, and leaves out what it does not understand", () => {
    const list = [
      { refill: 1, status: "Completed" },
      { refill: "2", status: "in_progress" },
      { refill: 3, status: { error: "Refill not found" } },
      { refill: 4, status: "Brewing" },
      { refill: 99, status: "Completed" },
      null,
    ];
    const states = (value: unknown, ids: string[]) =>
      [...readRefillStatuses(value, ids)].map(([id, { state }]) => [id, state]);
    expect(states(list, ["1", "2", "3", "4"])).toEqual([
      ["1", "completed"],
      ["2", "in_progress"],
    ]);
    expect(states({ 1: { status: "Rejected" }, 2: "Pending" }, ["1", "2"])).toEqual([
      ["1", "rejected"],
      ["2", "in_progress"],
    ]);
    expect(states({ status: "Completed" }, ["5"])).toEqual([["5", "completed"]]);
    expect(states({ status: "Completed" }, ["5", "6"])).toEqual([]);
    expect(states({ refill: 5, status: "Error" }, ["5"])).toEqual([["5", "rejected"]]);
    expect(states({ order: 1, status: "Rejected" }, ["5"])).toEqual([["5", "rejected"]]);
  });

  it.each(["error", "fail", "Failed", "success"])("is not read from the call's own status '%s'", (status) => {
    expect([...readRefillStatuses({ status, message: "Try again later" }, ["5"])]).toEqual([]);
  });

  it("is read beside a status of the call itself", () => {
    const wrapped = { status: "success", 5: { status: "Pending" } };
    expect([...readRefillStatuses(wrapped, ["5"])]).toMatchObject([["5", { state: "in_progress" }]]);
  });

  it("never throws, and never reports a refill that was not requested", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.integer({ min: 1, max: 9 }).map(String)), (value, ids) => {
        for (const id of readRefillStatuses(value, ids).keys()) expect(ids).toContain(id);
      }),
    );
  });
});

it.each<[unknown, object]>([
  [
    { balance: "100.84292", currency: "USD" },
    { ok: true, balance: "100.84292", currency: "USD" },
  ],
  [
    { status: "success", balance: 12.5, currency: "eur" },
    { ok: true, balance: "12.5", currency: "EUR" },
  ],
  [{ balance: "1,234.50" }, { ok: true, balance: "1234.50", currency: "USD" }],
  [
    { balance: "-3.2", currency: "USD" },
    { ok: true, balance: "-3.2", currency: "USD" },
  ],
  [{ balance: -1.09 }, { ok: true, balance: "-1.09" }],
  [{ balance: "-1,234.50" }, { ok: true, balance: "-1234.50" }],
  [{ balance: "--1" }, { ok: false, reason: "unreadable" }],
  [{ balance: "1.234,56" }, { ok: true, balance: "1234.56", notation: "comma" }],
  [{ balance: "1234,56" }, { ok: true, balance: "1234.56" }],
  [{ balance: "1,234" }, { ok: false, reason: "unreadable" }],
  [{ data: { balance: "₺12,50" } }, { ok: true, balance: "12.50", currency: "TRY" }],
  [
    { balance: 3, currency: "Coins" },
    { ok: true, balance: "3", currency: "XXX" },
  ],
  [{ balance: "1,234,567" }, { ok: true, balance: "1234567" }],
  [{ error: "Invalid API key" }, { ok: false, reason: "bad_key" }],
  [{ error: "IP not allowed" }, { ok: false, reason: "refused", detail: "IP not allowed" }],
  [{ balance: "1e5" }, { ok: true, balance: "100000" }],
  [[], { ok: false, reason: "unreadable" }],
])("a balance in the answer %j is read as %j", (value, expected) => {
  expect(readBalance(said(value))).toMatchObject(expected);
});

it("services are read from any JSON without throwing, each with a minimum of at least one unit", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (list) => {
      const answer = readServices(said(list));
      if (!answer.ok) throw new Error("a list is a list");
      expect(answer.services.length + answer.unreadable).toBe(list.length);
      for (const { minQuantity, maxQuantity } of answer.services) {
        expect(minQuantity).toBeGreaterThanOrEqual(1);
        expect(maxQuantity).toBeLessThanOrEqual(2_147_483_647);
      }
    }),
  );
});

it("JSON with a byte-order mark is read; a cut answer is not", () => {
  const answer = { kind: "answered", httpStatus: 200, retryAfterSeconds: null } as const;
  expect(readJson({ ...answer, body: "\uFEFF{}", cut: null })).toMatchObject({ ok: true, value: {} });
  expect(readJson({ ...answer, body: "{}", cut: "timeout" })).toEqual({
    ok: false,
    reason: "timeout",
    isSent: true,
  });
});
