import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { listen } from "./listen";

/**
 * A proxy in front of a database. `cut` ends all sessions and refuses new ones, like a restart. `freeze` stops the
 * bytes of the open sessions in both directions without ending them, like a router that lost its state; new sessions
 * work. The server's end of a frozen session closes after `serverNoticesMs`, as its keepalive would (default: never);
 * the client isn't told.
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
        // A frozen session is no longer in `pairs`: its other end stays open.
        if (pairs.delete(pair)) to.destroy();
      });
      from.pipe(to);
    }
  });
  const port = await listen(server, options.port);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const restore = async (): Promise<void> => {
    await listen(server, port).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") throw error;
      // Something else got the port meanwhile: as a rule a connection that is soon over.
      await wait(100);
      await restore();
    });
  };
  const frozen = new Set<Socket>();
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const timer of timers) clearTimeout(timer);
      for (const { client, upstream } of pairs) for (const socket of [client, upstream]) socket.destroy();
      for (const socket of frozen) socket.destroy();
    });
  /** Freezes the sessions that are open now; returns how many. */
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
        // Reads on, because a paused socket never reports that the client has closed it.
        client.on("data", () => undefined);
        client.once("close", () => frozen.delete(client));
      }, serverNoticesMs);
      timers.add(timer);
    }
    return hit.length;
  };
  return { url: url.href, cut, restore, freeze };
}
