import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openCountedLog } from "@/lib/base/telemetry/counted-log";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("the first event is logged at once, later ones as one number a period, quiet periods never", () => {
  const logged: number[] = [];
  const note = openCountedLog<null>(60_000, (times) => logged.push(times));
  note(null);
  expect(logged).toEqual([1]);
  for (let nth = 0; nth < 400; nth++) note(null);
  vi.advanceTimersByTime(59_999);
  expect(logged).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(logged).toEqual([1, 400]);
  vi.advanceTimersByTime(600_000);
  expect(logged).toEqual([1, 400]);
  note(null);
  expect(logged).toEqual([1, 400, 1]);
});

it("events of different keys are counted apart, each with the facts of the last one", () => {
  const logged: string[] = [];
  const note = openCountedLog<{ from: string; nth: number }>(
    60_000,
    (times, { from, nth }) => logged.push(`${from}: ${times}, the last is ${nth}`),
    ({ from }) => from,
  );
  for (const nth of [1, 2, 3]) note({ from: "one", nth });
  note({ from: "other", nth: 4 });
  expect(logged).toEqual(["one: 1, the last is 1", "other: 1, the last is 4"]);
  vi.advanceTimersByTime(60_000);
  expect(logged.slice(2)).toEqual(["one: 2, the last is 3"]);
});

it("events of more keys than a process remembers are counted together", () => {
  let lines = 0;
  const note = openCountedLog<number>(60_000, () => lines++, String);
  for (let key = 0; key < 5_000; key++) note(key);
  expect(lines).toBe(1_001);
  vi.advanceTimersByTime(60_000);
  expect(lines).toBe(1_002);
});
