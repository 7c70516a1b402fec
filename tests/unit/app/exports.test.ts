import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { textStream } from "@/app/_server/attachment";
import { acquireExport, limitedExport } from "@/app/_server/concurrency";
import { testEnv } from "../../support/test-env";
import { until } from "../../support/until";

const piece = "x".repeat(320_000);

let isEnded: boolean;

async function* pieces(count: number): AsyncGenerator<string> {
  try {
    for (let made = 0; made < count; made++) yield piece;
  } finally {
    isEnded = true;
  }
}

const read = (source: AsyncGenerator<string>) => {
  const body = textStream(new Request("http://shop/export"), source);
  if (body === null) throw new Error("no body");
  return body.getReader();
};

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  Object.assign(process.env, testEnv());
  isEnded = false;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("a reader of 32 kB a second gets the whole file", async () => {
  const reader = read(pieces(30));
  for (let got = 0; got < 30; got++) {
    expect((await reader.read()).value?.byteLength).toBe(piece.length);
    vi.advanceTimersByTime(9_900);
  }
  expect((await reader.read()).done).toBe(true);
});

it("a slower reader is ended after a minute that it is behind", async () => {
  const reader = read(pieces(1_000));
  let got = 0;
  await expect(
    (async () => {
      for (; got < 1_000; got++) {
        await reader.read();
        vi.advanceTimersByTime(20_000);
      }
    })(),
  ).rejects.toThrow("read too slowly");
  expect(got).toBeGreaterThan(4);
  expect(got).toBeLessThan(9);
  await until(() => isEnded);
});

it("a fast reader who stops in the middle is ended as soon as one that never read", async () => {
  const reader = read(pieces(1_000));
  for (let got = 0; got < 500; got++) await reader.read();
  await nextTurn();
  vi.advanceTimersByTime(71_000);
  await expect(reader.read()).rejects.toThrow("read too slowly");
  await until(() => isEnded);
});

it("a part that takes the shop long to make is no fault of its reader", async () => {
  async function* slowlyMade() {
    for (let made = 0; made < 5; made++) {
      vi.advanceTimersByTime(100_000);
      yield piece;
    }
  }
  const reader = read(slowlyMade());
  for (let got = 0; got < 5; got++) expect((await reader.read()).done).toBe(false);
  expect((await reader.read()).done).toBe(true);
});

it("a download whose reader has left before its first part gives its place back", async () => {
  const source = await limitedExport("customerExports", "left", async () => pieces(10));
  await textStream(new Request("http://shop/export"), source)?.cancel();
  (await acquireExport("customerExports", "left"))();
});

it("customers' downloads and staff's never take each other's places, and an ended one gives its place back", async () => {
  const begin = () => Promise.resolve(pieces(1_000));
  for (const kind of ["customerExports", "staffExports"] as const) {
    const readers = [];
    for (const nth of [1, 2]) readers.push(read(await limitedExport(kind, `${kind} ${nth}`, begin)));
    await expect(acquireExport(kind, `${kind} 3`)).rejects.toMatchObject({ code: "busy" });
    for (const reader of readers) await reader.read();
  }
  // The next parts are made by then.
  await nextTurn();
  vi.advanceTimersByTime(71_000);
  for (const kind of ["customerExports", "staffExports"] as const) {
    let isFree = false;
    while (!isFree) {
      await nextTurn();
      isFree = await acquireExport(kind, `${kind} 4`).then(
        () => true,
        () => false,
      );
    }
  }
});
