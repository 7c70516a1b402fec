import { connect, createServer, type Socket } from "node:net";
import { listen } from "./listen";

/**
 * A proxy in front of a database that a test can cut (sessions end, new ones are refused, as during a restart) or freeze:
 * the present sessions pass no more bytes in either direction and do not end, as behind a router that has lost its state;
 * new ones pass. The server ends frozen sessions after `serverNoticesMs` as its keepalive does (default: never); the
 * client has to notice without help.
 */
export async function startDatabaseProxy(databaseUrl: string, options: { port?: number } = {}) {
  const target = new URL(databaseUrl);
  const pairs = new Set<{ client: Socket; upstream: Socket }>();
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair = { client, upstream };
    pairs.add(pair);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on("error", () => undefined);
      from.on("close", () => {
        // The other end of a frozen session is not told.
        if (pairs.delete(pair)) to.destroy();
      });
      from.pipe(to);
    }
  });
  const port = await listen(server, options.port);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const restore = async () => void (await listen(server, port));
  const frozen = new Set<Socket>();
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const timer of timers) clearTimeout(timer);
      for (const { client, upstream } of pairs) for (const socket of [client, upstream]) socket.destroy();
      for (const socket of frozen) socket.destroy();
    });
  /** Freezes what is connected now; returns the number of sessions. */
  const freeze = (serverNoticesMs?: number): number => {
    const hit = [...pairs];
    for (const pair of hit) {
      pairs.delete(pair);
      const { client, upstream } = pair;
      client.unpipe();
      upstream.unpipe();
      for (const socket of [client, upstream]) {
        frozen.add(socket);
        socket.pause();
      }
      if (serverNoticesMs === undefined) continue;
      const timer = setTimeout(() => {
        timers.delete(timer);
        frozen.delete(upstream);
        upstream.destroy();
        // Only cleans up the client's end, which may have closed unnoticed.
        client.on("data", () => undefined);
        client.once("close", () => frozen.delete(client));
      }, serverNoticesMs);
      timers.add(timer);
    }
    return hit.length;
  };
  return { url: url.href, cut, restore, freeze };
}
