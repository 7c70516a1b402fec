import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openCountedLog } from "@/lib/base/telemetry/counted-log";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("the first event is logged at once, those of each period after it as one number, and quiet periods not at all", () => {
  const logged: number[] = [];
  const note = openCountedLog(60_000, (times) => logged.push(times));
  note();
  expect(logged).toEqual([1]);
  for (let nth = 0; nth < 400; nth++) note();
  vi.advanceTimersByTime(59_999);
  expect(logged).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(logged).toEqual([1, 400]);
  vi.advanceTimersByTime(600_000);
  expect(logged).toEqual([1, 400]);
  note();
  expect(logged).toEqual([1, 400, 1]);
});
