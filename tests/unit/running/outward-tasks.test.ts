import { expect, it } from "vitest";
import { outwardTasks, tasks } from "@/lib/running/worker/tasks";

it("what waits for suppliers, social data and mail servers is a task of the worker", () => {
  const names = tasks.map(({ name }) => name);
  expect([...outwardTasks].filter((name) => !names.includes(name))).toEqual([]);
});

it.each([
  "handle-stripe-event",
  "send-refund",
  "refund-undelivered",
  "settle-withdrawal",
  "reconcile-payments",
  "sweep",
])("%s has places that no call to a supplier takes", (name) => {
  expect(tasks.map((task) => task.name)).toContain(name);
  expect(outwardTasks.has(name)).toBe(false);
});
