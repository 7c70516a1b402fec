import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";

type NodeContext = Context<{ Bindings: HttpBindings }>;

const holdMs = 60_000;

/** Closes the connection without an answer, so that the client does not know what was done. */
export function cutConnection(c: NodeContext): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Holds the connection without an answer until the client leaves (at most a minute), then closes it. */
export async function holdConnection(c: NodeContext): Promise<Response> {
  const { socket } = c.env.incoming;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, holdMs).unref();
    socket.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return cutConnection(c);
}
