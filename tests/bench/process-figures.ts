import { readFileSync } from "node:fs";

/** The processor time of a process and its children so far; 0 where the system does not report it. */
export function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    // User and system time, its own and that of children which have ended, in hundredths of a second.
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
    return children.reduce((sum, child) => sum + cpuMsOf(Number(child)), own);
  } catch {
    return 0;
  }
}

/** The process id of the PostgreSQL that has this data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(`${dataDir}/postmaster.pid`, "utf8").split("\n")[0]);
}

/** The memory that a process shares with no other. */
export function megabytesOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const parts = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)];
  return Math.round(parts.reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1024);
}
