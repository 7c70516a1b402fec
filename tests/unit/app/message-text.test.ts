import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MessageText } from "@/components/admin/message-text";

it.each([
  ["Seen since 2026-11-29 07:12 UTC.", "2026-11-29T07:12:00.000Z"],
  ["Evidence is due by Sun, 29 Nov 2026 07:12:00 GMT.", "2026-11-29T07:12:00.000Z"],
])("a time in a message is the reader's: %s", (text, at) => {
  expect(renderToStaticMarkup(MessageText({ text }))).toContain(`<time dateTime="${at}"`);
});

it("a message without a time stays as it is", () => {
  expect(renderToStaticMarkup(MessageText({ text: "Order #12345678 <b> waits." }))).toBe(
    "Order #12345678 &lt;b&gt; waits.",
  );
});
