import { backupDatabase } from "@/lib/backups/backup-database";
import { restoreDatabase } from "@/lib/backups/restore-database";
import { type Command, look, needed, type OpsDeps, UsageError } from "./command";

// With one an hour, a week.
const kept = 168;

/** Backups of the database, and their restore. Neither changes what the shop does, and an empty database has no audit log. */
export const backupCommands: Command[] = [
  look(
    "backup <folder>",
    "write an encrypted backup; the newest 168 of the folder stay",
    async (deps, args) => {
      const input = {
        databaseUrl: deps.databaseUrl,
        backupKey: keyOf(deps),
        folder: needed(args, 0),
        keep: kept,
      };
      const { file, bytes, takenAt } = await backupDatabase(deps.db, input);
      return `${file}: the database of ${takenAt.toISOString()}, ${bytes} bytes.`;
    },
  ),
  look(
    "restore <file>",
    "fill an empty database from a backup, and begin the quarantine",
    async (deps, args) => {
      const input = { databaseUrl: deps.databaseUrl, backupKey: keyOf(deps), file: needed(args, 0) };
      const { takenAt, version } = await restoreDatabase(deps.db, input);
      return `Restored: the database of ${takenAt}, written by release ${version}. The quarantine is open: start the shop, then \`recover look\` and \`recover\`.`;
    },
  ),
];

function keyOf({ backupKey }: OpsDeps): string {
  if (backupKey) return backupKey;
  throw new UsageError(
    "BACKUP_KEY is missing. Make one with: openssl rand -hex 32, and keep a copy elsewhere.",
  );
}
