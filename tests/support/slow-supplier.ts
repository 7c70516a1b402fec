import { createServer } from "node:http";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";

export type HeldSupplier = {
  url: string;
  /** The `add` calls that arrived whole. */
  calls: URLSearchParams[];
  /** Answers every call that is being held, and all later ones at once. */
  answer(): void;
  close(): Promise<void>;
};

/** A supplier that takes orders but answers only when the test says so; `idOf` numbers its orders from the nth call. */
export async function startHeldSupplier(idOf = (nth: number) => 9_000 + nth): Promise<HeldSupplier> {
  const calls: URLSearchParams[] = [];
  const held: (() => void)[] = [];
  let isOpen = false;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    if (form.get("action") === "add") calls.push(form);
    const order = idOf(calls.length);
    const reply = () => response.setHeader("content-type", "application/json").end(JSON.stringify({ order }));
    if (isOpen || form.get("action") !== "add") reply();
    else held.push(reply);
  });
  return {
    url: `http://127.0.0.1:${await listenAnywhere(server)}/api/v2`,
    calls,
    answer() {
      isOpen = true;
      for (const reply of held.splice(0)) reply();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A TLS server that never shakes hands: whoever calls it is stuck before a byte of the request has left. */
export async function startMuteSupplier() {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  const port = await listenAnywhere(server);
  return {
    url: `https://127.0.0.1:${port}/api/v2`,
    connections: () => sockets.size,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function listenAnywhere(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}
