import { createReadStream } from "node:fs";
import { type BackupBucket, openBucket } from "@/lib/running/backups/backup-bucket";
import { backupDatabase } from "@/lib/running/backups/backup-database";
import { isOwnName } from "@/lib/running/backups/backup-names";
import { restoreDatabase } from "@/lib/running/backups/restore-database";
import { type Command, type OpsDeps, readCommand, requiredAt, UsageError } from "./command";

// A week's worth of hourly backups.
const kept = 168;

/**
 * Commands for backups of the database and for restoring them. They take no reason: none changes a running shop, and a
 * restore fills an empty database.
 */
export const backupCommands: Command[] = [
  readCommand(
    "backup <folder>",
    "write an encrypted backup, also to the bucket of BACKUP_S3_URL; the newest 168 stay",
    async (deps, args) => {
      const input = {
        databaseUrl: deps.databaseUrl,
        backupKey: keyOf(deps),
        folder: requiredAt(args, 0),
        bucket: deps.backupBucket === undefined ? undefined : openBucket(deps.backupBucket),
        keep: kept,
      };
      const { file, bytes, takenAt, isLocked } = await backupDatabase(deps.db, input);
      const copied = input.bucket ? " Copied to the bucket." : "";
      const locked = isLocked ? " The bucket refuses to delete older copies, so it keeps them." : "";
      return `${file}: the database of ${takenAt.toISOString()}, ${bytes} bytes.${copied}${locked}`;
    },
  ),
  readCommand(
    "backups",
    "list the backups in the bucket of BACKUP_S3_URL, the oldest first",
    async (deps) => {
      const names = await bucketOf(deps).list();
      return names.map((name) => listed(name, deps)).join("\n") || "The bucket has no backup.";
    },
  ),
  readCommand(
    "restore <file>",
    "fill an empty database from a backup (a path, or s3:<name>), and begin the quarantine",
    async (deps, args) => {
      const input = { databaseUrl: deps.databaseUrl, ...namedBackup(deps, requiredAt(args, 0)) };
      const { takenAt, version, audit } = await restoreDatabase(deps.db, input);
      const log = audit ? ` Its audit log ends with entry ${audit.id}.` : "";
      return `Restored: the database of ${takenAt}, written by release ${version}.${log} The shop is in quarantine: start it, then run \`recover look\` and \`recover\`.`;
    },
  ),
];

// The prefix of a name that stands for a backup in the bucket.
const inBucket = "s3:";

/** The backup of a path, or of `s3:` and a name, with the key to read it. */
export function namedBackup(deps: OpsDeps, file: string) {
  const open = () =>
    file.startsWith(inBucket) ? bucketOf(deps).open(file.slice(inBucket.length)) : createReadStream(file);
  return { backupKey: keyOf(deps), open };
}

function listed(name: string, { backupKey }: OpsDeps): string {
  const isOwn = backupKey === undefined || isOwnName(backupKey, name);
  const doubt = "  not named by BACKUP_KEY: of release 1.0.0, under a removed key, or not the shop's";
  return `${inBucket}${name}${isOwn ? "" : doubt}`;
}

function bucketOf({ backupBucket }: OpsDeps): BackupBucket {
  if (backupBucket) return openBucket(backupBucket);
  throw new UsageError("BACKUP_S3_URL is missing, so there is no bucket to read from.");
}

function keyOf({ backupKey }: OpsDeps): string {
  if (backupKey) return backupKey;
  throw new UsageError(
    "BACKUP_KEY is missing. Make one with: openssl rand -hex 32, and keep a copy elsewhere.",
  );
}
