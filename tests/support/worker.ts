import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { bundleWorker } from "./bundle-worker";
import { testEnv } from "./test-env";

// One for each test file that runs at the same time.
const folder = `test-worker-${process.pid}-${process.env.VITEST_WORKER_ID}`;
let program = "";

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
  const child = spawn(process.execPath, [program], {
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
    ready: () => expect.poll(() => log).toContain("worker ready"),
    signal: (name) => child.kill(name),
    disconnect: () => child.disconnect(),
    exited,
  };
}

/** Bundles the worker for the tests of a file and ends what a test leaves running. Call it at the top of the file. */
export function useWorkers(): void {
  beforeAll(async () => {
    program = await bundleWorker(folder);
  });
  afterEach(async () => {
    const ended = [...running].map((child) => once(child, "exit"));
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(ended);
  });
  afterAll(() => rmSync(`.data/${folder}`, { recursive: true, force: true }));
}
