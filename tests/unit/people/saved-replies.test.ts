import { describe, expect, it } from "vitest";
import { filledText, savedReplySchema } from "@/lib/people/support/saved-replies";

const link = "https://shop.example/order/abc";

describe("a saved reply", () => {
  it.each([
    ["Hello {name},", { name: "Mara", order: null, link }, "Hello Mara,"],
    ["Hello {name},", { name: null, order: null, link }, "Hello there,"],
    ["About {order}: {link}", { name: null, order: "0199abcd", link }, `About #0199abcd: ${link}`],
    ["About {order}.", { name: null, order: null, link }, "About your order."],
    ["{name}", { name: "{link}", order: null, link }, "{link}"],
  ])("%j is filled with %j", (text, facts, filled) => {
    expect(filledText(text, facts)).toBe(filled);
  });

  it.each([
    ["a placeholder that is none", { title: "T", text: "Dear {first_name}" }],
    ["no title", { title: " ", text: "Hello" }],
    ["no text", { title: "T", text: " \n" }],
    ["a text that is too long", { title: "T", text: "x".repeat(5_001) }],
  ])("is refused with %s", (_, form) => {
    expect(savedReplySchema.safeParse(form).success).toBe(false);
  });

  it("without an id is a new one", () => {
    const form = { replyId: "", title: " Late ", text: "Hello {name}\r\nbye" };
    expect(savedReplySchema.parse(form)).toEqual({
      replyId: undefined,
      title: "Late",
      text: "Hello {name}\nbye",
    });
  });
});
