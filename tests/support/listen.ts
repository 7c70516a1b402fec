import type { Server as HttpServer } from "node:http";
import type { Server } from "node:net";

/** Lets a server listen on a free port of this machine; resolves with the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}

/** Closes a server together with the connections it has. */
export function closeServer(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
