import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { bundle } from "../../bundle.config.mjs";
import { testEnv } from "./test-env";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Inside the project, so that the bundle finds its packages; apart for each test file that runs at the same time.
const bundleDir = join(root, `.data/test-worker-${process.pid}-${process.env.VITEST_WORKER_ID}`);

export type WorkerProcess = {
  /** The log so far, a line a message. */
  log(): string;
  ready(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Cuts the channel to it, as the death of its parent does. */
  disconnect(): void;
  /** Resolves with the exit code; null when a signal ended it. */
  exited: Promise<number | null>;
};

const running = new Set<ChildProcess>();

/** Starts the worker as its own process, with periods of a second. Ended with the test that started it. */
export function startWorker(databaseUrl: string, overrides: Record<string, string> = {}): WorkerProcess {
  const env = testEnv({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "info",
    SWEEP_PERIOD_MS: "1000",
    POLL_PERIOD_MS: "1000",
    ...overrides,
  });
  const child = spawn(process.execPath, [join(bundleDir, "worker.mjs")], {
    cwd: root,
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.add(child);
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      log += chunk;
    });
  }
  const exited = once(child, "exit").then(([code]: (number | null)[]) => {
    running.delete(child);
    return code ?? null;
  });
  return {
    log: () => log,
    ready: () => expect.poll(() => log, { timeout: 60_000 }).toContain("worker ready"),
    signal: (name) => child.kill(name),
    disconnect: () => child.disconnect(),
    exited,
  };
}

/**
 * Bundles the worker for the tests of a file, as it runs in production (and starts three times as fast as from its
 * sources), and ends what a test leaves running. Call it at the top of the file.
 */
export function useWorkers(): void {
  beforeAll(() => bundle({ worker: "lib/worker/main.ts" }, bundleDir));
  afterEach(async () => {
    const ended = [...running].map((child) => once(child, "exit"));
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(ended);
  });
  afterAll(() => rmSync(bundleDir, { recursive: true, force: true }));
}
