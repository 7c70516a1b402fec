import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import next from "next";
import { getEnvOrExit } from "@/lib/base/env/env-or-exit";
import { logger } from "@/lib/base/logger";
import { isObserved, startTelemetry } from "@/lib/base/telemetry/start-telemetry";
import { closerOf, Readiness } from "./close-server";
import { measureRequests } from "./measure-requests";
import { limitConnections, mostPerAddress, openServer } from "./open-server";
import { PageCache } from "./page-cache";
import { createRequestListener } from "./request-listener";
import { ResponsesInFlight } from "./responses-in-flight";
import { revalidateBuiltPages, revalidateOnChange } from "./revalidate-pages";

/**
 * The web server's entry: Next behind a plain HTTP server, because Next's routes never see the socket. What happens to
 * a request before Next sees it, and to every answer, is in request-listener.ts.
 */
const env = getEnvOrExit();
const isDevelopment = process.argv.includes("--dev");
const stopTelemetry = await startTelemetry(env, "web");
const hostname = env.LISTEN_ADDRESS ?? (env.APP_MODE === "local" ? "127.0.0.1" : "0.0.0.0");
// Next requests the page that an action redirects to from this process, over http and not at the public address.
// biome-ignore lint/style/noProcessEnv: Next's own variable, written and not read.
process.env.__NEXT_PRIVATE_ORIGIN = `http://127.0.0.1:${env.PORT}`;
// The build's own configuration, as Next's standalone server takes it: an image lacks what next.config.mjs needs.
// biome-ignore lint/style/noProcessEnv: Next's own variable, written and not read.
if (!isDevelopment) process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(builtConfig());
const app = next({
  dev: isDevelopment,
  hostname,
  port: env.PORT,
  turbopack: isDevelopment,
  // Next handles upgrades on the server it is given, and leaves their sockets open on redirected paths. Hot reload needs
  // upgrades; a built shop does not, so Next gets a server that never listens.
  ...(!isDevelopment && { httpServer: createServer() }),
});
await app.prepare();
const handle = app.getRequestHandler();
const pages = new PageCache();
const pagesInFlight = new ResponsesInFlight();
const stopping = new AbortController();
const readiness = new Readiness();

const answerVisitor = createRequestListener({
  env,
  isDevelopment,
  prerendered: new Set(isDevelopment ? [] : prerenderedPaths()),
  ownWords: isDevelopment ? null : ownWords(),
  actions: isDevelopment ? null : actionIds(),
  pages,
  handleWebhook,
  handle: (request, response) => {
    const answered = handle(request, response);
    // Routes and files render no page, and live streams last as long as their readers stay.
    if (!/^\/(?:api|_next)\//.test(request.url ?? "")) pagesInFlight.add(answered);
  },
});
const answerMeasured = isObserved(env)
  ? measureRequests(answerVisitor, isDevelopment ? [] : builtAddresses())
  : answerVisitor;
const server = openServer((request, response) => {
  if (!readiness.answer(request, response)) answerMeasured(request, response);
});
limitConnections(server, {
  trustedProxies: env.TRUSTED_PROXIES,
  mostPerAddress: Math.max(1, Math.floor(mostPerAddress * env.RATE_LIMIT_SCALE)),
});
const close = closerOf(server);
server.on("error", (error: NodeJS.ErrnoException) => {
  const reason = error.code === "EADDRINUSE" ? `port ${env.PORT} is in use` : error.message;
  logger.fatal(`the shop cannot listen: ${reason}`);
  process.exit(1);
});
if (!isDevelopment) await revalidateBuiltPages(handle);
server.listen(env.PORT, hostname, () => {
  logger.info({ origin: env.SHOP_ORIGIN }, "shop ready");
  // Imported after listening: it loads the database client, and visitors come first.
  void import("./background").then(({ startBackground }) => startBackground(env));
  if (!isDevelopment) {
    void revalidateOnChange(env.DATABASE_URL, `http://127.0.0.1:${env.PORT}`, {
      forget: () => pages.forget(),
      inFlight: () => pagesInFlight.ended(),
      stopping: stopping.signal,
    });
  }
});

function handleWebhook(request: IncomingMessage, response: ServerResponse): void {
  void import("./handle-webhook")
    .then((module) => module.handleWebhook(request, response))
    .catch((error: unknown) => {
      logger.error({ err: error }, "a webhook could not be answered");
      response.destroy();
    });
}

function prerenderedPaths(): string[] {
  return Object.keys(readManifest<{ routes: object }>("prerender-manifest").routes);
}

/** Any other first part of an address is a platform's, or nothing's. */
function ownWords(): Set<string> {
  const words = builtAddresses().map((address) => address.split("/")[1] ?? "");
  return new Set(["_next", ...readdirSync("public"), ...words.filter((word) => !/^[[_]/.test(word))]);
}

function builtAddresses(): string[] {
  return Object.values(readManifest<Record<string, string>>("app-path-routes-manifest"));
}

function actionIds(): Set<string> {
  const { node } = readManifest<{ node: object }>("server/server-reference-manifest");
  return new Set(Object.keys(node));
}

function builtConfig(): object {
  return readManifest<{ config: object }>("required-server-files").config;
}

/** One of the build's manifests, which are in the bundle's parent folder. */
function readManifest<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../${name}.json`, import.meta.url), "utf8")) as T;
}

function stop(): void {
  if (stopping.signal.aborted) process.exit(1);
  stopping.abort();
  void readiness.announceStop().then(() => {
    // Longer than a request may wait for Stripe or the database.
    setTimeout(() => process.exit(0), 25_000).unref();
    void close()
      .then(stopTelemetry)
      .then(() => process.exit(0));
  });
}
// When a parent with an IPC channel to this process (the demo) ends, this process ends too.
process.on("disconnect", stop);
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
