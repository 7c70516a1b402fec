import type { Actor, Deed } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import type { StripeClient } from "@/lib/stripe/stripe-client";
import type { ProviderOptions } from "@/lib/suppliers/protocol/open-provider";

/** What every command works with. */
export type OpsDeps = {
  db: Database;
  provider: ProviderOptions;
  supportEmail: string;
  stripe(): StripeClient;
  /** Where this machine's processes keep their last mark of the database. */
  markFile: string;
  /** What was piped in; a supplier's key comes this way, so that it is in no list of processes and no history. */
  readInput(): Promise<string>;
};

/** Who acts at a terminal, in the audit log. */
export const opsActor: Actor = { id: null, email: "ops" };

type Common = {
  /** The command and its arguments, as the help shows them: `<needed>` and `[optional]`. */
  usage: string;
  summary: string;
};

/** `run` gets the arguments in their order and answers what is printed. Whatever changes something needs a reason. */
export type Command = Common &
  (
    | { changes: false; run(deps: OpsDeps, args: string[]): Promise<string> }
    | { changes: true; run(deps: OpsDeps, args: string[], deed: Deed): Promise<string> }
  );

/** Wrong usage: the person at the terminal has to write something else. */
export class UsageError extends Error {}

/** The argument at a place that the usage calls needed. */
export function needed(args: string[], place: number): string {
  const value = args[place];
  if (value === undefined) throw new UsageError("An argument is missing.");
  return value;
}

/** The uuid at a place. Throws UsageError for anything else, so that the database never sees it. */
export function idAt(args: string[], place: number): string {
  const value = needed(args, place);
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value;
  throw new UsageError(`${value} is no id. Lists show them whole, to be copied.`);
}

/** The whole number from 0 at a place. */
export function countAt(args: string[], place: number): number {
  const value = needed(args, place);
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new UsageError(`${value} is no number of units.`);
}
