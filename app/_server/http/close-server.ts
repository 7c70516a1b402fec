import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { startStopwatch } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";

/** How long a stopping server accepts the connections that wait. */
const acceptMs = 2 * second;

/**
 * Returns how to stop a server that has not begun to listen: every connected client is answered, and live streams end at
 * once, because each lasts as long as its reader stays, who opens it again at another process. Resolves when nothing is
 * left; the caller sets a limit.
 */
export function closerOf(server: Server): () => Promise<void> {
  const open = new Set<ServerResponse>();
  server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  const endStreams = () => {
    for (const response of open) if (isStream(response)) response.destroy();
    server.closeIdleConnections();
  };
  return async () => {
    await acceptWaiting(server);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    endStreams();
    // For streams that have just begun, and connections that become idle.
    const ending = setInterval(endStreams, second / 4);
    await closed;
    clearInterval(ending);
  };
}

/**
 * Accepts the connections that wait in the kernel. Closing would reset them, and a proxy does not repeat a POST that it has
 * sent. Node accepts one in each turn of its loop, so none waits after two turns without one.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let quietTurns = 0;
  const onConnection = () => {
    quietTurns = -1;
  };
  server.on("connection", onConnection);
  const elapsedMs = startStopwatch();
  for (; quietTurns < 2 && elapsedMs() < acceptMs; quietTurns++) await nextTurn();
  server.off("connection", onConnection);
}

function isStream(response: ServerResponse): boolean {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}
