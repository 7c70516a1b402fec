import { describe, expect, it } from "vitest";
import {
  answerSchema,
  messageSchema,
  openGuestTicketSchema,
  openTicketSchema,
  orderReferenceSchema,
  responseSchema,
  statusSchema,
} from "@/lib/people/support/ticket-forms";
import { hideOrderLinks, ticketSubject, withReference } from "@/lib/people/support/ticket-message";

const refusal = (outcome: { error?: { issues: { message: string }[] } | undefined }) =>
  outcome.error?.issues[0]?.message;

describe("a ticket's message", () => {
  it.each([[""], ["   "], ["\n\t \r\n"], ["\0\u0007"], [undefined]])(
    "that is blank is refused: %j",
    (text) => {
      expect(refusal(messageSchema.safeParse(text))).toBe("Please enter a message");
      expect(refusal(responseSchema.safeParse(text))).toBe("Please enter a response");
    },
  );

  it("is trimmed, keeps its lines, and loses what can't be read or stored", () => {
    expect(messageSchema.parse("  one\r\n\ttwo\0\u001b[31m  ")).toBe("one\n\ttwo[31m");
  });

  it("has at most 10,000 characters, however many bytes they take", () => {
    expect(messageSchema.parse("🌊".repeat(10_000))).toHaveLength(20_000);
    expect(messageSchema.safeParse("a".repeat(10_001)).success).toBe(false);
    expect(messageSchema.safeParse("a".repeat(1_000_000)).success).toBe(false);
  });
});

const orderToken = "Ab3_-xyzAb3_-xyzAb3_-xyz012";
const at = "https://shop.example";

it.each([
  ["a link to a page of the order", `${at}/order/${orderToken}/withdraw`],
  ["the link back from Stripe", `${at}/success?order=${orderToken}`],
  ["a link that signs in first", `${at}/auth?next=%2Forder%2F${orderToken}`],
  ["a text that names it", `Order ID: ${orderToken}`],
  ["a text that begins with it", `${orderToken}, please`],
])("an order's secret is hidden in %s", (_, text) => {
  expect(hideOrderLinks(text)).not.toContain(orderToken);
  expect(hideOrderLinks(text)).toContain("…");
});

it("a text without an order's secret stays as it is", () => {
  const harmless = `${at}/order/new pi_3MtwBwLkdIwHu7ix28a3tqPa cs_test_a1B2c3D4e5F6g7H8i9J0k1L2m3N4 ab12cd34`;
  expect(hideOrderLinks(harmless)).toBe(harmless);
});

describe("a ticket's order id", () => {
  it("is optional and one line", () => {
    expect(openTicketSchema.parse({ message: "Hello" })).toEqual({ message: "Hello", orderReference: "" });
    expect(orderReferenceSchema.parse(" ab12cd34\r\nBcc: all@example.com ")).toBe(
      "ab12cd34 Bcc: all@example.com",
    );
  });

  it.each([
    ["support", "", "General Support"],
    ["support", "ab12cd34-0000-4000-8000-000000000000", "Order Support: ab12cd34"],
    ["support", "what I bought", "Order Support: what I b"],
    ["custom_package", "", "Custom package"],
    ["refill", "ab12cd34-0000-4000-8000-000000000000", "Refill request: ab12cd34"],
    ["refund", "ab12cd34-0000-4000-8000-000000000000", "Refund request: ab12cd34"],
    ["stop_orders", "@wave.rider on Instagram", "Stop orders for @wave.rider on Instagram"],
  ] as const)("of %s %j makes the subject %j", (kind, reference, subject) => {
    expect(ticketSubject(kind, reference)).toBe(subject);
  });

  it("that names no order stays in the text", () => {
    expect(withReference("Where is it?", "ab12cd34")).toBe("Where is it?\n\nOrder ID: ab12cd34");
    expect(withReference("Where is it?", "")).toBe("Where is it?");
  });
});

describe("a request to stop orders", () => {
  const form = { kind: "stop_orders", message: "It is mine.", email: "ada@example.com" };

  it.each([
    ["instagram", " @Wave.Rider "],
    ["instagram", "https://www.instagram.com/wave.rider/"],
  ])("names the profile of %s as orders do: %j", (platform, username) => {
    const { target } = openGuestTicketSchema.parse({ ...form, platform, username });
    expect(target).toEqual({ platform: "instagram", username: "wave.rider" });
  });

  it.each([
    ["instagram", ""],
    ["instagram", undefined],
    ["instagram", "wave rider"],
    ["facebook", "wave.rider"],
    [undefined, "wave.rider"],
  ])("is refused for %j %j, at the field", (platform, username) => {
    const parsed = openGuestTicketSchema.safeParse({ ...form, platform, username });
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([
      platform === "instagram" ? "username" : "platform",
    ]);
  });

  it("is the only kind of message whose profile is read", () => {
    const sent = { ...form, kind: "support", platform: "instagram", username: "wave" };
    expect(openGuestTicketSchema.parse(sent).target).toBeNull();
  });
});

describe("the admin pages' forms", () => {
  const ticketId = "0199a1b2-0000-7000-8000-000000000000";

  it.each([["escalated"], [""], ["OPEN"], [undefined]])("refuse the status %j", (status) => {
    expect(statusSchema.safeParse({ ticketId, version: "0", status }).success).toBe(false);
  });

  it.each([["-1"], ["1.5"], ["x"], [undefined]])("refuse the version %j", (version) => {
    expect(answerSchema.safeParse({ ticketId, version, text: "Hello" }).success).toBe(false);
  });
});
