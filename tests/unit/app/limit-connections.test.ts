import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { limitConnections } from "@/app/_server/http/open-server";
import { startEntry } from "../../support/entry-server";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function start(trustedProxies: string) {
  const entry = await startEntry((_request, response) => response.end("answered"));
  limitConnections(entry.server, { trustedProxies, mostPerAddress: 20 });
  return entry;
}

/** A connection whose headers never end. */
async function halfOpen(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write("GET /terms HTTP/1.1\r\n");
  return socket;
}

it("an address has a number of open connections; each that ends makes room for another", async () => {
  const { port, send } = await start("");
  const first = await halfOpen(port);
  for (let opened = 1; opened < 20; opened++) await halfOpen(port);
  await expect(send("/terms")).rejects.toThrow();
  first.destroy();
  await expect.poll(async () => (await send("/terms").catch(() => null))?.status).toBe(200);
});

it("the connections of a trusted proxy are not counted", async () => {
  const { port, send } = await start("private");
  for (let opened = 0; opened < 40; opened++) await halfOpen(port);
  expect((await send("/terms")).status).toBe(200);
});
