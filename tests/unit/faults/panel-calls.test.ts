import { expect, it } from "vitest";
import { type CallRow, matchCalls, type PanelCall } from "../../support/panel-calls";

const request = { service: "403", link: "https://www.instagram.com/reel/a/", quantity: "2500", ref: null };
const arrived = (atMs: number, order: number | null = null): PanelCall => {
  return { ...request, atMs, order, fault: null };
};
const call = (
  attempt: number,
  startedMs: number,
  endedMs: number | null,
  outcome: string | null,
): CallRow => ({
  ...request,
  itemId: "item",
  orderId: "order",
  action: "add",
  mode: "none",
  attempt,
  startedMs,
  endedMs,
  outcome,
});
const attemptsOf = ({ matches }: ReturnType<typeof matchCalls>) => matches.map(({ row }) => row.attempt);

it("a call is matched with the recorded one that was open when it arrived", () => {
  const rows = [call(1, 0, 50, "rejected"), call(2, 4_000, 4_200, "accepted")];
  expect(attemptsOf(matchCalls([arrived(10), arrived(4_020, 7)], rows))).toEqual([1, 2]);
});

it("a lost call is matched, although its recorded end was moved to before its beginning", () => {
  const rows = [call(1, 0, 50, "rejected"), call(2, 300, -540_000, "unknown")];
  expect(attemptsOf(matchCalls([arrived(340, 7)], rows))).toEqual([2]);
});

it("a call that was given up is matched although it arrives late, and an unrecorded one is a stray", () => {
  const late = matchCalls([arrived(9_000)], [call(1, 0, 50, "rejected")]);
  expect(attemptsOf(late)).toEqual([1]);
  expect(matchCalls([arrived(9_000), arrived(9_001)], late.rows).strays).toHaveLength(1);
});
