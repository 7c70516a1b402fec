import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eventStream, type StreamSource } from "@/app/_server/event-stream";
import { testEnv } from "../../support/test-env";

let watching = 0;
let reads = 0;
let change = () => {};
beforeEach(() => {
  Object.assign(process.env, testEnv({ RATE_LIMIT_SCALE: "0.04" }));
});
afterEach(() => {
  isDown = false;
  vi.useRealTimers();
});

let isDown = false;
/** A source that sends a message at each change. */
const source = (...callers: string[]): StreamSource => ({
  callers,
  news: async () => {
    reads++;
    if (isDown) throw new Error("the database does not answer");
    return [{ event: "progress", data: "x" }];
  },
  watch: async (changed) => {
    watching++;
    change = changed;
    return () => {
      watching--;
    };
  },
});

function open(callers: string[], method = "GET") {
  const reader = new AbortController();
  const request = new Request("http://shop/api/orders/x/events", { method, signal: reader.signal });
  return { response: eventStream(request, source(...callers)), leave: () => reader.abort() };
}

it("HEAD opens no stream, because no reader would ever end it", async () => {
  const before = watching;
  const { response } = open(["head"], "HEAD");
  expect(response.body).toBeNull();
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  await Promise.resolve();
  expect(watching).toBe(before);
});

it("a network, or an account, holds a bounded number of streams, and gets a place back with each that ends", async () => {
  // The limit of fifty, times 0.04 in this test: two.
  const first = open(["network", "account"]);
  open(["network", "other account"]);
  expect(() => open(["network", "third account"])).toThrow(expect.objectContaining({ code: "rate_limited" }));
  const elsewhere = open(["another network", "account"]);
  expect(() => open(["third network", "account"])).toThrow(expect.objectContaining({ code: "rate_limited" }));
  first.leave();
  await elsewhere.response.body?.cancel();
  expect(open(["network", "account"]).response.status).toBe(200);
});

it("a stream that opens reads its source once, and once more for a change", async () => {
  const before = reads;
  const { response } = open(["follower"]);
  await expect.poll(() => reads).toBe(before + 1);
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(reads).toBe(before + 1);
  change();
  await expect.poll(() => reads).toBe(before + 2);
  await response.body?.cancel();
});

it("the stream of a reader that does not read is ended, and its waiting messages are dropped", async () => {
  const before = watching;
  const { response } = open(["lazy"]);
  await expect.poll(() => watching).toBe(before + 1);
  for (let nth = 0; nth < 100 && watching > before; nth++) {
    change();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(watching).toBe(before);
  await expect(response.body?.getReader().read()).rejects.toMatchObject({ name: "AbortError" });
});

it("a stream that can't be read again ends, so that its reader reconnects instead of showing what was", async () => {
  const before = watching;
  const reader = open(["follower"]).response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await expect.poll(() => watching).toBe(before + 1);
  isDown = true;
  change();
  let last = await reader?.read();
  while (last && !last.done) last = await reader?.read();
  expect(last?.done).toBe(true);
  expect(watching).toBe(before);
});

it("a stream ends after half an hour, and has told its reader to reconnect", async () => {
  vi.useFakeTimers();
  const { response } = open(["patient"]);
  const reader = response.body?.getReader();
  const texts: string[] = [];
  const reading = (async () => {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return "ended";
      texts.push(new TextDecoder().decode(part.value));
    }
  })();
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(await reading).toBe("ended");
  expect(texts[0]).toContain("retry:");
});
