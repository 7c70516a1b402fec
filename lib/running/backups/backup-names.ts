import { createHmac } from "node:crypto";
import { secretKeys } from "@/lib/base/env/shop-secret";

// Release 1.0.0 lists and sorts such names too, because the code is written in digits.
const ownName = /^([\dT.-]+Z)-\d{20}\.backup$/;

/** The name of a backup's file: its time, and a code that only a holder of BACKUP_KEY can make for that time. */
export function nameBackup(backupKey: string, takenAt: string): string {
  const [key] = secretKeys(backupKey);
  return nameUnder(key, timeIn(takenAt));
}

/** A time as the names begin with it; they sort by it. */
export function timeIn(takenAt: string): string {
  return takenAt.replaceAll(":", "-");
}

/** Whether a key of BACKUP_KEY made this name. */
export function isOwnName(backupKey: string, name: string): boolean {
  const [, time] = ownName.exec(name) ?? [];
  return time !== undefined && secretKeys(backupKey).some((key) => nameUnder(key, time) === name);
}

/**
 * The names of what may be deleted, the oldest first: all that are older than the newest `keep` that BACKUP_KEY made.
 * Other names count for nothing, so a file that somebody adds, with whatever date and content, takes no backup's place.
 */
export function outdated(backupKey: string, keep: number, names: string[]): string[] {
  const own = names.filter((name) => isOwnName(backupKey, name)).sort();
  const oldestKept = own.at(-keep);
  if (own.length < keep || oldestKept === undefined) return [];
  return names.filter((name) => name < oldestKept).sort();
}

function nameUnder(key: string, time: string): string {
  const code = createHmac("sha256", `backup-name:${key}`).update(time).digest().readBigUInt64BE();
  return `${time}-${String(code).padStart(20, "0")}.backup`;
}
