import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { getEnv } from "@/lib/env";
import { logger } from "@/lib/logger";
import { isStorableAddress } from "@/lib/storable-text";
import { AnswersUnderWay } from "./answers-under-way";
import { followCatalog } from "./follow-catalog";
import { PageCache } from "./page-cache";
import { plainAddress } from "./plain-address";
import { requestLimits } from "./request-limits";

/**
 * The web server's entry: Next behind a plain HTTP server, because only here is the socket to be seen. What a client
 * claims about its own address or ours is replaced before any route reads it.
 */
const env = getEnv();
const isDevelopment = process.argv.includes("--dev");
const hostname = env.APP_MODE === "local" ? "127.0.0.1" : "0.0.0.0";
const app = next({ dev: isDevelopment, hostname, port: env.PORT, turbopack: isDevelopment });
await app.prepare();
const handle = app.getRequestHandler();
const pages = new PageCache();
const pagesUnderWay = new AnswersUnderWay();
const stopping = new AbortController();

const server = createServer(requestLimits, (request, response) => {
  request.url = plainAddress(request.url ?? "/");
  // No page has a NUL in its address, and the database would answer with an error of its own.
  if (!isStorableAddress(request.url ?? "/")) {
    response.writeHead(400, { "content-type": "text/plain", connection: "close" }).end("Bad request");
    return;
  }
  replaceClientClaims(request);
  if (request.url?.split("?")[0] === "/api/webhooks/stripe") return answerWebhook(request, response);
  if (!isDevelopment && pages.answer(request, response)) return;
  const answered = handle(request, response);
  // Doors and files make no page; live streams, which are doors, last for as long as their visitor looks.
  if (!/^\/(?:api|_next)\//.test(request.url ?? "")) pagesUnderWay.add(answered);
});
server.on("upgrade", app.getUpgradeHandler());
// Longer than the usual proxy's own, so that a reused connection is never closed from our side first.
server.keepAliveTimeout = 75_000;
server.on("error", (error: NodeJS.ErrnoException) => {
  const reason = error.code === "EADDRINUSE" ? `port ${env.PORT} is in use` : error.message;
  logger.fatal(`the shop cannot listen: ${reason}`);
  process.exit(1);
});
server.listen(env.PORT, hostname, () => {
  logger.info({ origin: env.SHOP_ORIGIN }, "shop ready");
  // Imported last: it brings the database client, and visitors come first.
  void import("./watch-workers").then((module) =>
    module.watchWorkers(env.DATABASE_URL, env.SHOP_SUPPORT_EMAIL, env.STATE_DIR),
  );
  void import("./keep-clock")
    .then((module) => module.keepClock())
    .then(() => import("./first-admin"))
    .then((module) => module.makeFirstAdmin());
  if (!isDevelopment) {
    const own = {
      forget: () => pages.forget(),
      underWay: () => pagesUnderWay.ended(),
      stopping: stopping.signal,
    };
    void followCatalog(env.DATABASE_URL, `http://127.0.0.1:${env.PORT}`, own);
  }
});

function answerWebhook(request: IncomingMessage, response: ServerResponse): void {
  void import("./answer-webhook")
    .then((module) => module.answerWebhook(request, response))
    .catch((error: unknown) => {
      logger.error({ err: error }, "a webhook could not be answered");
      response.destroy();
    });
}

function replaceClientClaims(request: IncomingMessage): void {
  const address = clientAddress(request);
  for (const name of ["x-real-ip", "forwarded", "x-middleware-subrequest"]) delete request.headers[name];
  if (env.TRUSTED_PROXY_HOPS === 0) {
    delete request.headers["x-forwarded-host"];
    delete request.headers["x-forwarded-proto"];
    delete request.headers["x-forwarded-port"];
  }
  request.headers["x-forwarded-for"] = address;
  request.headers["x-client-address"] = address;
}

/** The address as the outermost trusted proxy saw it; without one, the socket's. */
function clientAddress(request: IncomingMessage): string {
  const socket = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "unknown";
  if (env.TRUSTED_PROXY_HOPS === 0) return socket;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "").split(",");
  return forwarded.at(-env.TRUSTED_PROXY_HOPS)?.trim() || socket;
}

function stop(): void {
  if (stopping.signal.aborted) process.exit(1);
  stopping.abort();
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  // Live streams never end by themselves.
  setTimeout(() => server.closeAllConnections(), 3_000).unref();
  setTimeout(() => process.exit(0), 10_000).unref();
}
// Started by a parent that holds a channel to us (the demo): when it is gone, so are we.
process.on("disconnect", stop);
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
