import { isDatabaseOutage, sqlState } from "@/lib/base/db/errors";
import { EnvError } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";

/** A command's output for an error: a text for the operator where the cause is known, otherwise the error itself. */
export function failureText(error: unknown): unknown {
  if (error instanceof EnvError) return error.message;
  if (error instanceof AppError) return error.userMessage;
  if (isDatabaseOutage(error)) return "The database can't be reached. Check DATABASE_URL.";
  if (isMissing(error)) {
    return "DATABASE_URL names a database that does not exist, or that lacks this release's tables. Restore a backup into an empty one, or run the migrations.";
  }
  return isFileError(error) ? error.message : error;
}

/** True when there is no such database (3D000), table (42P01, P2021 of Prisma) or column (42703, P2022). */
function isMissing(error: unknown): boolean {
  const code = sqlState(error) ?? String((error as { code?: unknown } | null)?.code);
  return ["3D000", "42P01", "42703", "P2021", "P2022"].includes(code);
}

/** True for a file or folder that can't be read or written; the message names it. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "path" in error;
}
