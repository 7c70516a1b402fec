import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { startStopwatch } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";

/**
 * The address at which a proxy asks each second whether it may send this process requests. It is that of a file,
 * because release 1.0.0, which answers with the file, has to count as ready during an upgrade and after a rollback.
 */
const readyAddress = "/mail-mark.png?ready";

/** A proxy that has not asked for this long sends this process nothing. */
const askedWithinMs = 10 * second;

/** Time for two more questions of a proxy that asks each second, and for the requests that it has just sent. */
const pauseMs = 4 * second;

/** How long a stopping server accepts the connections that wait. */
const acceptMs = 2 * second;

/**
 * Tells a proxy that a process will stop, before it stops. A connection that arrives while the server closes is reset,
 * and a proxy can't know whether a POST on it was read, so it does not send it again. The answer depends on nothing but
 * this process: were it the database's, one outage would take all web servers away.
 */
export class Readiness {
  #sinceAsked: (() => number) | null = null;
  #isStopping = false;

  /** Answers 200, or 503 once the process stops; false for any other request. */
  answer({ url }: IncomingMessage, response: ServerResponse): boolean {
    if (url !== readyAddress) return false;
    this.#sinceAsked = startStopwatch();
    response.writeHead(this.#isStopping ? 503 : 200, { "Cache-Control": "no-store" }).end();
    return true;
  }

  /** Resolves when the proxies that ask know that the process stops; at once if none asks. */
  async announceStop(): Promise<void> {
    this.#isStopping = true;
    if (this.#sinceAsked && this.#sinceAsked() < askedWithinMs) await wait(pauseMs);
  }
}

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
