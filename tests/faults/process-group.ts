import { setTimeout as wait } from "node:timers/promises";
import type { Child } from "@/lib/local/child";

export type ProcessGroup = ReturnType<typeof startProcesses>;

const restartMs = 50;

/**
 * Starts processes of one kind that the run kills, stops, or gives a wrong clock. `start` is given each process's
 * number, and how far its clock is off.
 */
export function startProcesses(size: number, start: (index: number, skewMs: number) => Child) {
  const fallen: string[] = [];
  const expected = new WeakSet<Child>();
  let isStopping = false;
  const launch = (index: number, skewMs = 0): Child => {
    const child = start(index, skewMs);
    child.process.once("exit", (code, signal) => {
      if (isStopping || expected.has(child)) return;
      fallen.push(`${child.name} ended unexpectedly (${signal ?? code}): ${child.output().slice(-1_500)}`);
      members[index] = launch(index);
    });
    return child;
  };
  const members: Child[] = [];
  // An interrupted run must leave no process behind.
  process.once("exit", () => members.map((child) => child.process.kill("SIGKILL")));
  for (let index = 0; index < size; index += 1) members[index] = launch(index);
  return {
    size,
    /** The processes that ended without being told to, with their last output. */
    fallen,
    /**
     * Kills one of them (or sends the signal) and starts another in its place a moment later, like a supervisor; with
     * `skewMs` the new one's wall clock is off by that much.
     */
    async replace(index: number, signal: NodeJS.Signals = "SIGKILL", skewMs = 0): Promise<void> {
      const child = members[index % size];
      if (!child || isStopping || expected.has(child)) return;
      expected.add(child);
      await child.stop(signal);
      await wait(restartMs);
      if (!isStopping) members[index % size] = launch(index % size, skewMs);
    },
    /** Stops one of them for that long (SIGSTOP, SIGCONT). It keeps its locks and leases and does not notice. */
    async pause(index: number, ms: number): Promise<void> {
      const child = members[index % size];
      if (!child || isStopping || expected.has(child)) return;
      child.process.kill("SIGSTOP");
      await wait(ms);
      child.process.kill("SIGCONT");
    },
    async stop() {
      isStopping = true;
      await Promise.all(members.map((child) => child.stop("SIGKILL")));
    },
  };
}
