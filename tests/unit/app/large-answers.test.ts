import { get, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { textStream } from "@/app/_server/attachment";
import { startEntry } from "../../support/entry-server";

const mebibyte = 1024 * 1024;
const path = "/admin/orders/export";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The bytes of buffers in use. A collection frees buffers in the background; a second one waits for that. */
function bufferedBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

const open = (port: number) =>
  new Promise<IncomingMessage>((resolve, reject) =>
    get({ port, host: "127.0.0.1", path, agent: false }, resolve).on("error", reject),
  );

/** Yields so many mebibytes; calls `onPart` before each, and `onEnd` when it ends, however it does. */
async function* parts(
  count: number,
  onPart: (nth: number) => void,
  onEnd?: () => void,
): AsyncGenerator<string> {
  try {
    for (let nth = 1; nth <= count; nth++) {
      onPart(nth);
      yield String(nth % 10).repeat(mebibyte);
    }
  } finally {
    onEnd?.();
  }
}

/** A server that sends these parts as our exports do. */
const serve = (...sent: Parameters<typeof parts>) =>
  startEntry((_request, response) => {
    response.setHeader("content-type", "text/csv");
    const body = textStream(new Request("http://shop/"), parts(...sent));
    if (body) void pipeline(Readable.fromWeb(body as never), response).catch(() => undefined);
  });

it("a file of 100 MB passes through without being collected in memory", async () => {
  // Earlier tests of this process may have buffers, too.
  const before = bufferedBytes();
  let most = 0;
  const { port } = await serve(100, (nth) => {
    if (nth % 10 === 0) most = Math.max(most, bufferedBytes() - before);
  });
  let read = 0;
  for await (const part of await open(port)) read += (part as Buffer).byteLength;
  expect(read).toBe(100 * mebibyte);
  expect(most).toBeLessThan(50 * mebibyte);
});

it("an export pauses when its reader stops reading, and ends when the reader goes away", async () => {
  let made = 0;
  let isEnded = false;
  const { port } = await serve(
    1_000,
    (nth) => {
      made = nth;
    },
    () => {
      isEnded = true;
    },
  );
  const response = await open(port);
  response.pause();
  // The system buffers some mebibytes for a connection, so the export pauses only after those.
  let before = -1;
  await expect
    .poll(() => {
      const isStill = made === before;
      before = made;
      return isStill && made > 0;
    })
    .toBe(true);
  expect(made).toBeLessThan(100);
  response.destroy();
  await expect.poll(() => isEnded).toBe(true);
  expect(made).toBeLessThan(100);
});

it("HEAD makes no file and keeps no place", async () => {
  let isHeld = true;
  async function* held() {
    try {
      yield "a";
      yield "b";
    } finally {
      isHeld = false;
    }
  }
  expect(textStream(new Request("http://shop/", { method: "HEAD" }), held())).toBeNull();
  await expect.poll(() => isHeld).toBe(false);
});
