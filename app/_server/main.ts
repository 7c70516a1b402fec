import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { getEnv } from "@/lib/env";
import { logger } from "@/lib/logger";
import { openListener } from "./answer-request";
import { AnswersInFlight } from "./answers-in-flight";
import { followCatalog } from "./follow-catalog";
import { openServer } from "./open-server";
import { PageCache } from "./page-cache";

/**
 * The web server's entry: Next behind a plain HTTP server, because only here is the socket to be seen. What is done with
 * a request before Next sees it, and with every answer, is in answer-request.ts.
 */
const env = getEnv();
const isDevelopment = process.argv.includes("--dev");
const hostname = env.APP_MODE === "local" ? "127.0.0.1" : "0.0.0.0";
// Where Next asks this process for the page on which an action ends: never at the public address, nor over https.
// biome-ignore lint/style/noProcessEnv: Next's own variable, written and not read.
process.env.__NEXT_PRIVATE_ORIGIN = `http://127.0.0.1:${env.PORT}`;
const app = next({
  dev: isDevelopment,
  hostname,
  port: env.PORT,
  turbopack: isDevelopment,
  // Next listens for upgrades at the server it is given, and leaves their sockets open on redirected paths. Hot reload
  // needs them; a built shop has none, and this server, which never listens, hears none.
  ...(!isDevelopment && { httpServer: createServer() }),
});
await app.prepare();
const handle = app.getRequestHandler();
const pages = new PageCache();
const pagesUnderWay = new AnswersInFlight();
const stopping = new AbortController();

const server = openServer(
  openListener({
    env,
    isDevelopment,
    prerendered: new Set(isDevelopment ? [] : prerenderedPaths()),
    pages,
    answerWebhook,
    handle: (request, response) => {
      const answered = handle(request, response);
      // Routes and files make no page; live streams, which are routes, last for as long as their visitor looks.
      if (!/^\/(?:api|_next)\//.test(request.url ?? "")) pagesUnderWay.add(answered);
    },
  }),
);
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

/** The pages that the build made, by their paths: the manifest lies beside this file's folder. */
function prerenderedPaths(): string[] {
  const manifest = readFileSync(new URL("../prerender-manifest.json", import.meta.url), "utf8");
  return Object.keys((JSON.parse(manifest) as { routes: object }).routes);
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
