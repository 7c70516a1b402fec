import { expect, it } from "vitest";
import { minute } from "@/lib/base/time/time";
import { toTimeline } from "@/lib/orders/views/timeline";

const start = Date.parse("2026-11-01T10:00:00Z");
const posts: Record<string, string> = { a: "Post 1", b: "Post 2", c: "Post 3" };

/** `a submitted @3`: item a is handed over three minutes after the start. */
function labels(events: string[], targetOf = (itemId: string) => posts[itemId] ?? null): string[] {
  const stored = events.map((text, index) => {
    const [itemId = "", to = "", at = "@0"] = text.split(" ");
    const createdAt = new Date(start + Number(at.slice(1)) * minute);
    return { id: BigInt(index), itemId, type: "item.changed", to, data: {}, createdAt };
  });
  return toTimeline(stored, targetOf).map(({ label }) => label);
}

it.each([
  [
    "news about three posts is told once, and names them",
    ["b submitted", "a submitted @1", "c submitted @2"],
    ["Handed over for delivery · Post 1, Post 2, and Post 3"],
  ],
  [
    "news that comes in between stays an entry of its own",
    ["a submitted", "a in_progress @1", "b submitted @2"],
    ["Delivery started · Post 1", "Handed over for delivery · Post 1 and Post 2"],
  ],
  [
    "the same news about one post is told twice",
    ["a paused", "a paused @1"],
    [
      "Paused: the account could not be reached · Post 1",
      "Paused: the account could not be reached · Post 1",
    ],
  ],
  [
    "news that comes more than ten minutes later is told separately",
    ["a submitted", "b submitted @11"],
    ["Handed over for delivery · Post 1", "Handed over for delivery · Post 2"],
  ],
])("%s", (_, events, expected) => expect(labels(events)).toEqual(expected));

it("an order with one target needs no name", () => {
  expect(labels(["a submitted"], () => null)).toEqual(["Handed over for delivery"]);
});
