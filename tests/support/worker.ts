import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect } from "vitest";
import { testEnv } from "./test-env";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type WorkerProcess = {
  /** The log so far, a line a message. */
  log(): string;
  ready(): Promise<void>;
  signal(name: NodeJS.Signals): void;
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
  const child = spawn(process.execPath, ["--import", "tsx", "lib/worker/main.ts"], {
    cwd: root,
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      log += chunk;
    });
  }
  const exited = once(child, "exit").then(([code]: (number | null)[]) => {
    running.delete(child);
    return code ?? null;
  });
  return {
    log: () => log,
    ready: () => expect.poll(() => log, { timeout: 20_000 }).toContain("worker ready"),
    signal: (name) => child.kill(name),
    exited,
  };
}

/** No worker outlives its test. */
export function endWorkersAfterEach(): void {
  afterEach(async () => {
    const ended = [...running].map((child) => once(child, "exit"));
    for (const child of running) child.kill("SIGKILL");
    await Promise.all(ended);
  });
}
