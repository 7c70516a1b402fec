import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeAll, expect } from "vitest";
import { bundleWorker } from "./bundle-worker";
import { testEnv } from "./test-env";

// One for each process of the test runner, which runs several files; postgres-setup.ts removes it at the end of the run.
const folder = `test-worker-${process.ppid}-${process.pid}`;
const held = globalThis as { testWorkerProgram?: Promise<string> };
let program = "";

export type WorkerProcess = {
  /** The log so far, one line per message. */
  log(): string;
  ready(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Cuts the channel to it, like the death of its parent. */
  disconnect(): void;
  /** Resolves with the exit code; null when a signal ended it. */
  exited: Promise<number | null>;
};

const running = new Set<ChildProcess>();

/**
 * Starts the worker as its own process, with periods of a second. What a worker loses is free again within a minute, well
 * before a test stops waiting for it. Ended with the test that started it.
 */
export function startWorker(databaseUrl: string, overrides: Record<string, string> = {}): WorkerProcess {
  const env = testEnv({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "info",
    SWEEP_PERIOD_MS: "1000",
    POLL_PERIOD_MS: "1000",
    SUPPLIER_TIMEOUT_MS: "10000",
    SUBMIT_LEASE_MS: "30000",
    JOB_LEASE_MS: "60000",
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

/** Bundles the worker, once per process, and ends what a test leaves running. Call it at the top of the file. */
export function useWorkers(): void {
  beforeAll(async () => {
    held.testWorkerProgram ??= bundleWorker(folder);
    program = await held.testWorkerProgram;
  });
  afterEach(async () => {
    const ended = [...running].map((child) => once(child, "exit"));
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(ended);
  });
}
