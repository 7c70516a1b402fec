import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StreamSource } from "@/components/orders/reconnecting-stream";
import { createOrderStream } from "@/components/orders/use-live-order";
import type { OrderView } from "@/lib/orders/views/order-view";
import { orderItem } from "./order-item";
import { view } from "./order-view";

class FakeSource extends EventTarget implements StreamSource {
  readyState = 1;
  isClosed = false;
  close() {
    this.isClosed = true;
    this.readyState = 2;
  }
  send(next: OrderView | string) {
    const data = typeof next === "string" ? next : JSON.stringify(next);
    this.dispatchEvent(new MessageEvent("progress", { data }));
  }
  fail(readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

function setUp() {
  const opened: { url: string; source: FakeSource }[] = [];
  const seen: string[] = [];
  const live: boolean[] = [];
  const stream = createOrderStream(
    "token",
    { onView: (next) => seen.push(next.version), onLive: (isLive) => live.push(isLive) },
    (url) => {
      const source = new FakeSource();
      opened.push({ url, source });
      return source;
    },
  );
  const source = (index: number) => {
    const entry = opened[index];
    if (!entry) throw new Error("the stream was not opened that often");
    return entry.source;
  };
  return { stream, opened, source, seen, live };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the live stream of an order", () => {
  it("passes each change on, and ignores a broken message", () => {
    const { stream, opened, source, seen } = setUp();
    stream.start();
    stream.start();
    expect(opened.map(({ url }) => url)).toEqual(["/api/orders/token/events"]);
    source(0).send(view);
    source(0).send("not json");
    source(0).send('{"status":"processing"}');
    source(0).send({ ...view, version: "2" });
    expect(seen).toEqual(["1", "2"]);
  });

  it("ends when the order is delivered", () => {
    const { stream, opened, source, seen } = setUp();
    stream.start();
    source(0).send({ ...view, status: "completed", version: "9" });
    expect(source(0).isClosed).toBe(true);
    stream.start();
    expect(opened).toHaveLength(1);
    expect(seen).toEqual(["9"]);
  });

  it("goes on after the delivery until what was missing has been delivered again", () => {
    const { stream, source, seen } = setUp();
    stream.start();
    const delivered: OrderView = { ...view, status: "completed" };
    source(0).send({ ...delivered, version: "8", items: [{ ...orderItem, refill: "in_progress" }] });
    source(0).send({ ...delivered, version: "9", items: [{ ...orderItem, refill: "completed" }] });
    expect(source(0).isClosed).toBe(true);
    expect(seen).toEqual(["8", "9"]);
  });

  it("lets the browser reopen a dropped connection, and reopens a refused one itself, later each time", async () => {
    const { stream, opened, source, live } = setUp();
    stream.start();
    source(0).fail(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened).toHaveLength(1);
    expect(live).toEqual([false]);
    source(0).fail(2);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(opened).toHaveLength(2);
    source(1).fail(2);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(opened).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(opened).toHaveLength(3);
  });

  it("stops when it is paused and ignores the old connection", async () => {
    const { stream, opened, source, seen } = setUp();
    stream.start();
    stream.pause();
    source(0).send(view);
    source(0).fail(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual([]);
    expect(opened).toHaveLength(1);
    stream.start();
    expect(opened).toHaveLength(2);
  });
});
