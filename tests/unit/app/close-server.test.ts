import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { closerOf, Readiness } from "@/app/_server/http/close-server";
import { listen } from "../../support/listen";

/** A server whose requests wait until the test answers them, and how to stop it. */
async function listening() {
  const waiting = new Map<string, ServerResponse>();
  const server = createServer((request, response) => {
    waiting.set(request.url ?? "", response);
    if (request.url === "/begin") response.end("begun");
    if (request.url === "/stream") {
      response.setHeader("content-type", "text/event-stream");
      response.write("data: 1\n\n");
    }
  });
  const close = closerOf(server);
  const port = await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return { waiting, close, port };
}

/** Sends a request on a connection of its own. The text is what the server sent until it closed the connection. */
function ask(port: number, path: string) {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
  let text = "";
  socket.on("data", (part) => {
    text += part;
  });
  const ended = new Promise<string>((resolve) => {
    socket.on("error", (error) => resolve(String(error)));
    socket.on("close", () => resolve(text));
  });
  return { ended, hasText: () => text !== "" };
}

describe("a server that is told to stop", () => {
  it("answers the connections that it has not accepted yet", async () => {
    const { close, port } = await listening();
    const asked = Array.from({ length: 20 }, () => ask(port, "/begin"));
    // The kernel has connected them in this turn of the loop; the server accepts the first one in the next.
    const closed = close();
    const answers = await Promise.all(asked.map(({ ended }) => ended));
    expect(answers).toEqual(Array(20).fill(expect.stringMatching(/begun$/)));
    await closed;
  });

  it("ends its live streams, waits for other answers, and takes no new connection", async () => {
    const { close, port, waiting } = await listening();
    const stream = ask(port, "/stream");
    await expect.poll(stream.hasText).toBe(true);
    const slow = ask(port, "/slow");
    await expect.poll(() => waiting.has("/slow")).toBe(true);
    const closed = close();
    expect(await stream.ended).toContain("data: 1");
    expect(await ask(port, "/late").ended).toContain("ECONNREFUSED");
    waiting.get("/slow")?.end("at last");
    expect(await slow.ended).toMatch(/at last$/);
    await closed;
  });
});

describe("a process that a proxy asks whether it is ready", () => {
  /** A process that has begun to listen, with the answer to the proxy's question. */
  async function asked() {
    const readiness = new Readiness();
    const server = createServer((request, response) => {
      if (!readiness.answer(request, response)) response.end("answered");
    });
    const port = await listen(server);
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    return { readiness, statusOf };
  }

  it("says that it will stop while it still answers, and stops later", async () => {
    const { readiness, statusOf } = await asked();
    expect(await statusOf("/mail-mark.png?ready")).toBe(200);
    let isAnnounced = false;
    const announced = readiness.announceStop().then(() => {
      isAnnounced = true;
    });
    expect(await statusOf("/mail-mark.png?ready")).toBe(503);
    expect(await statusOf("/mail-mark.png")).toBe(200);
    expect(isAnnounced).toBe(false);
    await announced;
  });

  it("stops at once if no proxy asks", async () => {
    const { readiness, statusOf } = await asked();
    expect(await statusOf("/mail-mark.png")).toBe(200);
    const first = await Promise.race([readiness.announceStop().then(() => "announced"), nextTurn("pausing")]);
    expect(first).toBe("announced");
  });
});
