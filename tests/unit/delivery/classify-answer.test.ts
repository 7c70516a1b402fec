import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyAnswer } from "@/lib/delivery/suppliers/protocol/classify-answer";
import { knownRefusal } from "@/lib/delivery/suppliers/protocol/known-refusals";
import type { RawAnswer } from "@/lib/delivery/suppliers/protocol/post-form";
import { errorTexts } from "@/lib/delivery/suppliers/protocol/read-refusal";
import { addAnswers } from "./dialects/add";

function answered(body: string, httpStatus = 200, retryAfterSeconds: number | null = null): RawAnswer {
  return { kind: "answered", httpStatus, body, cut: null, retryAfterSeconds };
}

it.each([
  ['{"order":23501}', "23501"],
  ['{"order":"23501"}', "23501"],
  ['{"status":"success","order":151}', "151"],
  ['{"status":"Success","order":"9","charge":"0.12","start_count":0,"remaining_balance":"4"}', "9"],
  ['{"order":7,"error":null}', "7"],
  ['\uFEFF {"order":7}\n', "7"],
  ['{"order":"12345678901234567890"}', "12345678901234567890"],
  ['{"order":" 0042 "}', "0042"],
  ['{"order":9007199254740993}', "9007199254740993"],
  ['{"price":0.12345678901234567,"note":"a \\" 12345678901234567","order":123}', "123"],
  ['{"order":"0192f0c1-7a5e-7cc3-98c4-dc0c0c07398f"}', "0192f0c1-7a5e-7cc3-98c4-dc0c0c07398f"],
  ['{"order":"#123"}', "#123"],
  ['{"success":false,"order":5}', "5"],
  ['{"errors":["Something went wrong"],"order":5}', "5"],
  ['{"order":1,"error":"Not enough funds"}', "1"],
  ['{"status":"success","order_id":5}', "5"],
  ['{"data":{"order":"0192f0c1-7a5e-7cc3-98c4-dc0c0c07398f"}}', "0192f0c1-7a5e-7cc3-98c4-dc0c0c07398f"],
  ['<br />\n<b>Notice</b>: Undefined index in <b>api.php</b> on line <b>9</b><br />\n{"order":7}', "7"],
  ['{"order":7}</body></html>', "7"],
])("an answer to add is accepted for %s", (body, providerOrderId) => {
  expect(classifyAnswer(answered(body))).toEqual({ kind: "accepted", providerOrderId });
});

describe("an answer to add is a refusal", () => {
  it.each([
    ["Not enough funds on balance", "no_funds"],
    ["neworder.error.not_enough_funds", "no_funds"],
    ["Not enough funds", "no_funds"],
    ["Invalid API key", "bad_key"],
    ["Incorrect request", "bad_key"],
    ["Incorrect service ID", "service_unavailable"],
    ["Service disabled", "service_unavailable"],
    ["Quantity less than minimal 100", "bad_quantity"],
    ["Quantity out of bounds", "bad_quantity"],
    ["neworder.error.link", "bad_target"],
    ["Bad Link", "bad_target"],
    ["You have active order with this link. Please wait until order being completed.", "target_busy"],
    ["  TOO MANY   REQUESTS! ", "rate_limited"],
  ])("for the known text %j, whatever the HTTP status", (text, code) => {
    const classified = [200, 400, 403, 500, 502].map((status) =>
      classifyAnswer(answered(JSON.stringify({ error: text }), status)),
    );
    expect(classified).toMatchObject(Array(5).fill({ kind: "rejected", code }));
  });

  it("when no connection came about", () => {
    expect(classifyAnswer({ kind: "not_sent", detail: "ECONNREFUSED" })).toEqual({
      kind: "rejected",
      code: "unreachable",
    });
  });

  it("for HTTP 429, with the time the supplier asks for", () => {
    expect(classifyAnswer(answered("slow down", 429, 7))).toEqual({
      kind: "rejected",
      code: "rate_limited",
      retryAfterSeconds: 7,
    });
  });

  it.each([200, 400, 422])(
    "for a plain error of unknown text that speaks of the request, with %i",
    (status) => {
      const body = '{"error":"Drip-feed is not for this one"}';
      expect(classifyAnswer(answered(body, status))).toEqual({ kind: "rejected", code: "other" });
    },
  );
});

describe("an answer to add is no evidence", () => {
  it.each([
    ["HTML", "<html>502 Bad Gateway</html>", 200],
    ["HTML behind an error status", "<html>502</html>", 502],
    ["an empty body", "", 200],
    ["a cut JSON", '{"order":12', 200],
    ["an empty object", "{}", 200],
    ["an order that is null", '{"order":null}', 200],
    ["a word for an order", '{"order":"abc"}', 200],
    ["order zero", '{"order":0}', 200],
    ["a negative order", '{"order":-4}', 200],
    ["a broken number", '{"order":1.5}', 200],
    ["a negative number", '{"order":-7}', 200],
    ["a word in place of a number", '{"order":"failed"}', 200],
    ["a text in place of a number", '{"order":"Error 500"}', 200],
    ["a list", '[{"order":1}]', 200],
    ["a bare word", '"abc"', 200],
    ["null", "null", 200],
    ["two orders", '{"order":1,"data":{"order":2}}', 200],
    ["an error beside something in an order's place", '{"order":"X-1","error":"Not enough funds"}', 200],
    ["an error beside a success", '{"status":"success","error":"Not enough funds"}', 200],
    [
      "a refusal with a tail that says something else",
      '{"error":"Too many requests. Your order was queued"}',
      200,
    ],
    ["that tail behind HTTP 429", '{"error":"Too many requests. Your order was queued"}', 429],
    ["a refusal that names an order", '{"error":"Too many requests. Order ID: 55"}', 200],
    ["a web server that is down", '{"error":"Service Unavailable"}', 503],
    ["a redirect", '{"error":"Not enough funds"}', 302],
    ["an unknown error of a server", '{"error":"Oh no"}', 500],
    ["an unknown error with more beside it", '{"error":"Oh no","id":4}', 200],
    ["an error that sounds half-done", '{"error":"Internal server error"}', 200],
    ["an error about time", '{"error":"Request timed out"}', 200],
    ["an error about an order that exists", '{"error":"Order already exists"}', 200],
    ["a conflict", '{"error":"Nope"}', 409],
    ["an error that is an object", '{"error":{"code":4}}', 200],
    ["an error that is true", '{"error":true}', 200],
  ])("when it is %s", (_, body, status) => {
    expect(classifyAnswer(answered(body, status)).kind).toBe("unknown");
  });

  it.each(["timeout", "connection_lost"] as const)("after a %s", (reason) => {
    expect(classifyAnswer({ kind: "lost", reason, detail: "" })).toEqual({ kind: "unknown", reason });
  });

  it.each(["timeout", "connection_lost", "answer_too_large"] as const)("when it is cut by %s", (cut) => {
    const whole = answered('{"error":"Not enough funds"}');
    expect(classifyAnswer({ ...whole, cut } as RawAnswer)).toEqual({ kind: "unknown", reason: cut });
  });
});

describe("any answer to add", () => {
  const statuses = fc.integer({ min: 200, max: 599 });

  it.each([200, 201, 400, 422, 429, 500, 502])(
    "with a number of an order is accepted with status %i",
    (status) => {
      expect(classifyAnswer(answered('{"order":1}', status))).toMatchObject({ kind: "accepted" });
    },
  );

  it("is a refusal only for an explicit error text or an HTTP status that says so", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), statuses, (body, status) => {
        const outcome = classifyAnswer(answered(body, status));
        if (outcome.kind !== "rejected" || [401, 402, 403, 429].includes(status)) return;
        expect(errorTexts(JSON.parse(body), status)).not.toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("is accepted only with the number that it names", () => {
    const entries = fc.record(
      {
        order: fc.jsonValue(),
        error: fc.jsonValue(),
        status: fc.oneof(fc.constant("error"), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(entries, statuses, (body, status) => {
        const outcome = classifyAnswer(answered(JSON.stringify(body), status));
        if (outcome.kind !== "accepted") return;
        expect(status < 300 || status >= 400).toBe(true);
        expect(String(body.order).trim()).toBe(outcome.providerOrderId);
      }),
      { numRuns: 2000 },
    );
  });

  const refusals = addAnswers.filter(([, , , meaning]) => /^refused (?!other)/.test(meaning));
  it.each([
    ...[
      "Your order was queued",
      "Order placed",
      "We have received your order",
      "Order accepted",
      "Thank you",
    ],
    ...[
      "It will be delivered soon",
      "Your order is being processed",
      "Order #123",
      "Order ID: 123",
      "Added to queue",
      "Please wait until your queued order is completed",
    ],
    ...[
      "The order starts once that is settled",
      "Sipariş alındı",
      "Pedido criado",
      "Заказ принят",
      "Pesanan diterima",
    ],
  ])("is no refusal once “%s” follows, whatever the refusal", (tail) => {
    for (const [, httpStatus, body] of refusals) {
      const { error } = /^\{"error":"/.test(body) ? JSON.parse(body) : { error: null };
      if (error === null) continue;
      const both = JSON.stringify({ error: `${error} ${tail}` });
      expect.soft(classifyAnswer(answered(both, httpStatus)), both).toMatchObject({ kind: "unknown" });
    }
  });

  it("is never classified by a word inside a longer text", () => {
    expect(knownRefusal("Your account is not enough funds for this count")).toBe("unclear");
    expect(knownRefusal("toString")).toBeNull();
  });
});
