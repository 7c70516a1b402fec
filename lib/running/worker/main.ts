// The worker process. SIGTERM or SIGINT gives the running jobs `graceMs` to finish, then exits with 0; a second signal
// exits at once.
import { getConnection } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { getEnvOrExit } from "@/lib/base/env/env-or-exit";
import { logger } from "@/lib/base/logger";
import { observeProcess } from "@/lib/base/telemetry/observe-process";
import { isObserved, startTelemetry } from "@/lib/base/telemetry/start-telemetry";
import { second } from "@/lib/base/time/time";
import { withinLimit } from "@/lib/base/time/time-limit";
import { followVocabulary } from "@/lib/shop/catalog/vocabulary";
import { runWorker } from "./run-worker";

// Longer than one call to a supplier may take, so that a deployment rarely cuts one off.
const graceMs = 25 * second;

const env = getEnvOrExit();
const stopTelemetry = await startTelemetry(env, "worker");
const connection = getConnection();
if (isObserved(env)) observeProcess(connection.pool);
const followNames = () =>
  followVocabulary(connection.db).catch((error: unknown) =>
    logger.warn({ err: String(error) }, "the catalogue's names could not be read"),
  );
await followNames();
setInterval(() => void followNames(), 30 * second).unref();
const worker = runWorker(connection, env);

let isStopping = false;
async function stop(cause: string): Promise<never> {
  isStopping = true;
  logger.info({ cause }, "worker stopping");
  const isDone = await withinLimit(
    worker.stop().then(() => true),
    graceMs,
    () => false,
  );
  if (isDone) await connection.close();
  else logger.error("running jobs did not end in time; the next worker's sweeper frees them");
  await stopTelemetry();
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => (isStopping ? process.exit(1) : void stop(signal)));
}
// The demo starts this process with a channel: when the parent is gone, the worker stops.
process.on("disconnect", () => {
  if (!isStopping) void stop("disconnect");
});

// The queue has promises without a listener. When the database goes away while it opens, the process must continue; the
// queue is opened again (run-worker.ts).
process.on("unhandledRejection", (error) => {
  if (!isDatabaseOutage(error)) throw error;
  logger.warn({ err: String(error) }, "the database went away; the queue is opened again");
});

await worker.ready;
logger.info({ concurrency: env.WORKER_CONCURRENCY }, "worker ready");
