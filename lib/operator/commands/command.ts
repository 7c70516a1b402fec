import { z } from "zod";
import type { Actor, AuditContext } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import type { Env } from "@/lib/base/env/env";
import type { ProviderOptions } from "@/lib/delivery/suppliers/protocol/open-provider";
import type { StripeClient } from "@/lib/money/stripe/stripe-client";

export type OpsDeps = {
  db: Database;
  env(): Env;
  databaseUrl: string;
  backupKey: string | undefined;
  /** BACKUP_S3_URL, which holds a secret. */
  backupBucket?: string | undefined;
  provider: ProviderOptions;
  stripe(): StripeClient;
  /** Where this machine's processes store their last database mark. */
  markFile: string;
  /** Reads standard input; a supplier's key comes this way, so that no process list or shell history shows it. */
  readInput(): Promise<string>;
};

/** How many rows a list shows at most. */
export const maxRows = 200;

/** The actor of commands in the audit log. */
export const opsActor: Actor = { id: null, email: "ops" };

type Read = (deps: OpsDeps, args: string[]) => Promise<string>;
type Change = (deps: OpsDeps, args: string[], audit: AuditContext) => Promise<string>;

/**
 * A command: `usage` is its name and arguments, `<needed>` or `[optional]`, and `run` returns what is printed. One that
 * changes something needs a reason.
 */
export type Command = { usage: string; summary: string } & (
  | { needsReason: false; isSetup: boolean; run: Read }
  | { needsReason: true; run: Change }
);

/** A command that needs no reason: it only reads, or what it writes explains itself (`restore`, `recover`). */
export function readCommand(usage: string, summary: string, run: Read): Command {
  return { usage, summary, needsReason: false, isSetup: false, run };
}

/** A command that runs before the shop does: without its database, and without STRIPE_WEBHOOK_SECRET. */
export function setupCommand(usage: string, summary: string, run: Read): Command {
  return { usage, summary, needsReason: false, isSetup: true, run };
}

/** A command that changes something for a reason that only the operator knows. */
export function changeCommand(usage: string, summary: string, run: Change): Command {
  return { usage, summary, needsReason: true, run };
}

/** Thrown for wrong usage: the operator has to type something else. */
export class UsageError extends Error {}

/** The argument at a place. Throws UsageError without it. */
export function requiredAt(args: string[], place: number): string {
  const value = args[place];
  if (value === undefined) throw new UsageError("An argument is missing.");
  return value;
}

/** The uuid at a place. Throws UsageError for anything else. */
export function idAt(args: string[], place: number): string {
  const value = requiredAt(args, place);
  if (z.uuid().safeParse(value).success) return value;
  throw new UsageError(`${value} is not an id. Copy it from a list.`);
}

/** Parses arguments as the admin page's form of the same use case does. Throws UsageError with the form's message. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: z.input<Schema>,
): z.infer<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues[0]?.message ?? "Check the arguments.");
}
