import { describe, expect, it } from "vitest";
import {
  awaitsAnswer,
  nextTicketStatus,
  type TicketMove,
  ticketStatuses,
} from "@/lib/people/support/ticket-status";

const moves: [string, TicketMove][] = [
  ...ticketStatuses.map((to): [string, TicketMove] => [`set ${to}`, { kind: "set", to }]),
  ["answer", { kind: "answer" }],
  ["reply", { kind: "reply" }],
  ["close", { kind: "close" }],
];

const table: Record<string, (string | null)[]> = {
  //            set open, in_progress, resolved, closed, answer, reply, close
  open: ["open", "in_progress", "resolved", "closed", "resolved", "open", "closed"],
  in_progress: ["open", "in_progress", "resolved", "closed", "resolved", "in_progress", "closed"],
  resolved: ["open", "in_progress", "resolved", "closed", "resolved", "open", "closed"],
  closed: [null, null, null, null, null, null, null],
};

describe("a ticket's status", () => {
  const cases = ticketStatuses.flatMap((from) =>
    moves.map(([name, move], at) => [from, name, move, table[from]?.[at]] as const),
  );

  it.each(cases)("that is %s becomes, after %s, what the table says", (from, _, move, expected) => {
    expect(nextTicketStatus(from, move)).toBe(expected);
  });
});

it.each([
  ["open", null, true],
  ["in_progress", null, true],
  ["resolved", null, true],
  ["closed", null, false],
  ["open", "Here it is", false],
  ["resolved", "Here it is", false],
  ["closed", "Here it is", false],
] as const)("an answer is offered for %s with %j: %s", (status, adminResponse, expected) => {
  expect(awaitsAnswer({ status, adminResponse })).toBe(expected);
});
