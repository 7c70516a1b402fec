import { parseArgs } from "node:util";
import { reasonSchema } from "@/lib/base/audit/reason-schema";
import type { AuditContext } from "@/lib/base/audit/record-audit";
import { AppError } from "@/lib/base/errors";
import { storable } from "@/lib/base/text/storable-text";
import { syncClock } from "@/lib/base/time/clock";
import { adminCommands } from "./admin-commands";
import { backupCommands } from "./backup-commands";
import { catalogCommands } from "./catalog-commands";
import { type Command, type OpsDeps, opsActor, UsageError } from "./command";
import { goingLiveCommands } from "./going-live-commands";
import { itemCommands } from "./item-commands";
import { orderCommands } from "./order-commands";
import { recoveryCommands } from "./recovery-commands";
import { supplierCommands } from "./supplier-commands";

const groups = {
  "Going live": goingLiveCommands,
  "Items in review": itemCommands,
  Orders: orderCommands,
  Suppliers: supplierCommands,
  "The catalogue": catalogCommands,
  "The shop": adminCommands,
  "The database": [...backupCommands, ...recoveryCommands],
};
const all = Object.values(groups).flat();
const nameOf = (usage: string) => usage.replace(/ [<[].*$/, "");
/** The operator's commands, by name, of one word or two. */
export const commands = new Map(all.map((command) => [nameOf(command.usage), command]));

/** 0: done. 1: refused, with a reason. 2: not understood. */
type CommandResult = { status: 0 | 1 | 2; output: string };

/**
 * Runs one command line of the operator. One with `needsReason` demands `--reason` and is in the audit log under `ops`.
 * Expected failures are results with a message; other errors are thrown.
 */
export async function runCommand(
  openDeps: (start: { isSetup: boolean }) => OpsDeps,
  argv: string[],
): Promise<CommandResult> {
  try {
    const { values, positionals } = parse(argv);
    const [first, second] = positionals;
    if (values.help || first === undefined || first === "help") return { status: 0, output: help() };
    const name = commands.has(first) ? first : `${first} ${second ?? ""}`.trim();
    const command = commands.get(name);
    if (!command) throw new UsageError(`There is no command ${name}.`);
    const args = positionals.slice(name.split(" ").length);
    requireCount(command, args);
    if (command.needsReason) {
      const audit = auditContextOf(values.reason);
      const deps = await withTime(openDeps({ isSetup: false }));
      return { status: 0, output: await command.run(deps, args, audit) };
    }
    const deps = openDeps({ isSetup: command.isSetup });
    if (!command.isSetup) await withTime(deps);
    return { status: 0, output: await command.run(deps, args) };
  } catch (error) {
    if (error instanceof UsageError) {
      return { status: 2, output: `${error.message}\nnpm run ops -- help lists the commands.` };
    }
    if (!(error instanceof AppError)) throw error;
    const fields = Object.values(error.fieldErrors ?? {}).join(" ");
    return { status: 1, output: fields || error.userMessage };
  }
}

async function withTime(deps: OpsDeps): Promise<OpsDeps> {
  await syncClock(deps.db);
  return deps;
}

function parse(argv: string[]) {
  try {
    const options = { reason: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function requireCount({ usage }: Command, args: string[]): void {
  const places = usage.slice(nameOf(usage).length).split(" ").slice(1);
  const least = places.filter((place) => !place.startsWith("[")).length;
  if (args.length < least || args.length > places.length) throw new UsageError(`Usage: ${usage}`);
}

function auditContextOf(reason: string | undefined): AuditContext {
  const said = reasonSchema.safeParse(storable(reason ?? ""));
  if (said.success) return { actor: opsActor, reason: said.data };
  throw new UsageError(`${said.error.issues[0]?.message} Use --reason "…".`);
}

function help(): string {
  const width = Math.max(...all.map(({ usage }) => usage.length));
  const sections = Object.entries(groups).map(([title, group]) => {
    const lines = group.map(
      ({ usage, summary, needsReason }) => `  ${usage.padEnd(width)}  ${needsReason ? "*" : " "} ${summary}`,
    );
    return `${title}\n${lines.join("\n")}`;
  });
  return `npm run ops -- <command> [arguments] [--reason "why"]

It needs the shop's own configuration (.env). Commands with * need --reason and are in the audit log. The exit status is 0 when done, 1 when refused, 2 when not understood, 3 when the shop can't be reached.

${sections.join("\n\n")}`;
}
