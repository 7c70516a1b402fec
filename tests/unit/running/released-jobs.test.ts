import { expect, it } from "vitest";
import { tasks } from "@/lib/running/worker/tasks";
import { version } from "@/package.json";
import { definedJobs } from "../architecture/defined-jobs";

const row = { id: "0199f0a4-5a3f-7c2b-8d4e-1f2a3b4c5d6e" };

/** The jobs that each release adds, as they are in the queue. A line stays until no database can have such a job. */
const released: [release: string, name: string, payload: object][] = [
  ["1.0.0", "submit-item", row],
  ["1.0.0", "resolve-item", row],
  ["1.0.0", "cancel-late-item", row],
  ["1.0.0", "count-targets", row],
  ["1.0.0", "send-refill", row],
  ["1.0.0", "send-mail", row],
  ["1.0.0", "send-refund", row],
  ["1.0.0", "refund-undelivered", row],
  ["1.0.0", "account-mail", { sealed: "v1.c2VhbGVk" }],
  ["1.0.0", "handle-stripe-event", { eventId: "evt_1" }],
  ["1.1.0", "settle-withdrawal", row],
  ["1.1.0", "decide-drops", row],
];

it.each(released)("a job of %s, %s, is understood", (_, name, payload) => {
  expect(tasks.map((task) => task.name)).toContain(name);
  const [, job] = definedJobs.find(([, candidate]) => candidate.name === name) ?? [];
  expect(job?.payload.safeParse(payload).success).toBe(true);
});

it("every job with a payload is among the released ones, or of this release", () => {
  const known = new Set(released.map(([, name]) => name));
  const release = version.replace(/-.*/, "");
  const missing = tasks
    .filter(({ name, periodMs }) => !periodMs && !known.has(name))
    .map(({ name }) => `add to released: ["${release}", "${name}", row],`);
  expect(missing).toEqual([]);
});
