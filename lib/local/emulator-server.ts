import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { replaceFile } from "@/lib/base/files/replace-file";
import { second } from "@/lib/base/time/time";

/** A running emulator: a real server on 127.0.0.1 that speaks one vendor's wire format. */
export type Emulator = { url: string; close(): Promise<void> };

/** `port` 0 picks a free one. `stateFile` keeps the state over restarts; without it, the state is in memory. */
export type EmulatorOptions = { port: number; stateFile?: string };

/**
 * State that survives a restart. `changed()` writes at most every 200 ms, less often as the state grows, so that a load
 * test does not measure the disk; `flush()` writes at once. A missing or damaged file starts with the initial state.
 */
export function openState<T extends object>(stateFile: string | undefined, initial: () => T) {
  const state = { ...initial(), ...readState<T>(stateFile) };
  let timer: NodeJS.Timeout | undefined;
  let waitMs = 200;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!stateFile) return;
    const startedAt = performance.now();
    replaceFile(stateFile, JSON.stringify(state));
    // Writing blocks all answers, so it may take at most 1 % of the time.
    waitMs = Math.max(200, (performance.now() - startedAt) * 100);
  };
  const changed = () => {
    if (stateFile) timer ??= setTimeout(flush, waitMs);
  };
  return { state, changed, flush };
}

function readState<T>(stateFile: string | undefined): Partial<T> {
  if (!stateFile) return {};
  try {
    return JSON.parse(readFileSync(stateFile, "utf8"));
  } catch {
    return {};
  }
}

/** The types of an emulator's app, whose handlers reach Node's socket. */
export type NodeEnv = { Bindings: HttpBindings };

// The emulators' name in a composition's network (compose.try.yml), where they listen on all addresses.
const host = process.env.EMULATORS_HOST || undefined;

export type Listener = Awaited<ReturnType<typeof listen>>;

/**
 * Starts to listen: on 127.0.0.1, or in a composition on all addresses. Rejects with the socket's error (EADDRINUSE …).
 * `pause` and `resume` close and reopen the socket.
 */
export async function listen(app: Hono<NodeEnv>, port: number) {
  const server = createServer(getRequestListener(app.fetch));
  // In a test, client and emulator share a process. With Node's default of five seconds, a busy process could close an
  // idle connection just as its client reuses it.
  server.keepAliveTimeout = 75 * second;
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(at, host ? "0.0.0.0" : "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  await open(port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host ?? "127.0.0.1"}:${bound}`,
    server,
    pause: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    resume: () => open(bound),
  };
}

/** A control's JSON body; without one, it is `{}`. A wrong one is refused with 400 and a message. */
export async function readControl<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = (await c.req.text()) === "" ? {} : await c.req.json().catch(() => null);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const error = { message: z.prettifyError(parsed.error) };
  throw new HTTPException(400, { res: c.json({ error }, 400) });
}

const holdMs = 60_000;

/** Closes the connection without an answer, so that the client does not know what was done. */
export function cutConnection(c: Context<NodeEnv>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Holds the connection without an answer until the client leaves (at most a minute), then closes it. */
export async function holdConnection(c: Context<NodeEnv>): Promise<Response> {
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
