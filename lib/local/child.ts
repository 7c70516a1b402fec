import { spawn } from "node:child_process";

export type Child = ReturnType<typeof startChild>;

/**
 * Starts a process of the shop in its own process group: Ctrl-C reaches only the parent, which ends its children in
 * order. A channel to the parent makes the children end with it, even when it is killed. `cwd` is for running another
 * release's folder.
 */
export function startChild(
  name: string,
  args: string[],
  env: Record<string, string>,
  show: (line: string) => void,
  cwd?: string,
) {
  const child = spawn(process.execPath, args, {
    env: { ...env, NODE_ENV: env.NODE_ENV === "development" ? "development" : "production" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
    ...(cwd && { cwd }),
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000);
    for (const line of String(chunk).split("\n")) if (line.trim()) show(`[${name}] ${line}`);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    process: child,
    name,
    output: () => output,
    stop: async (signal: NodeJS.Signals = "SIGTERM") => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await ended;
      }
    },
  };
}

/** Waits until `isReady`; rejects when the process ends first or the time is up. */
export async function untilReady(
  child: Child,
  isReady: () => Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isReady())) {
    if (child.process.exitCode !== null || child.process.signalCode !== null) {
      throw new Error(`The ${child.name} process ended while starting:\n${child.output().slice(-3_000)}`);
    }
    if (Date.now() > deadline)
      throw new Error(
        `The ${child.name} process did not get ready in ${timeoutMs / 1000} s:\n${child.output().slice(-3_000)}`,
      );
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

/** True when the address answers with 2xx within five seconds. */
export function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
