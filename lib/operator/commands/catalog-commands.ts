import { readFile } from "node:fs/promises";
import { conflict } from "@/lib/base/errors";
import { problemsOf } from "@/lib/shop/catalog/check-document";
import { type CatalogChange, changesBetween } from "@/lib/shop/catalog/diff-documents";
import { type CatalogDocument, documentSchema } from "@/lib/shop/catalog/document";
import { editDraft, loadDraft } from "@/lib/shop/catalog/draft";
import { mergeDocument } from "@/lib/shop/catalog/merge-document";
import { plainIssue } from "@/lib/shop/catalog/plain-issue";
import { publishDraft } from "@/lib/shop/catalog/publish";
import { readDocument } from "@/lib/shop/catalog/read-document";
import { type Command, changeCommand, type OpsDeps, opsActor, readCommand, UsageError } from "./command";
import { withoutControls } from "./table";

export const catalogCommands: Command[] = [
  readCommand("catalogue export", "print the published catalogue as a file", async ({ db }) =>
    JSON.stringify(await readDocument(db), null, 2),
  ),
  readCommand(
    "catalogue check [file]",
    "say what is wrong with a catalogue's file, or with standard input",
    async (deps, args) => {
      const file = await readFileOf(deps, args[0]);
      const { document, now } = await loadDraft(deps.db);
      const problems = problemsOf(mergeDocument(document, file), now);
      if (problems.length === 0) return "Nothing is wrong with it.";
      throw conflict(problems.map(({ message }) => withoutControls(message)).join("\n"));
    },
  ),
  readCommand(
    "catalogue import [file]",
    "put a catalogue's file, or standard input, into the draft; nothing is removed, and nothing is published",
    async (deps, args) => {
      const file = await readFileOf(deps, args[0]);
      const before = await loadDraft(deps.db);
      const change = (document: CatalogDocument) => mergeDocument(document, file);
      await editDraft(deps.db, { edits: before.edits, actor: opsActor, change });
      const after = await loadDraft(deps.db);
      const changes = changesBetween(before.document, after.document);
      if (changes.length === 0) return "The draft has all of it already.";
      return `In the draft now; publish it at /admin/catalog/changes or with catalogue publish:\n${textOf(changes)}`;
    },
  ),
  changeCommand("catalogue publish", "publish the draft", async ({ db }, _args, audit) => {
    const draft = await loadDraft(db);
    const number = await publishDraft(db, { ...draft, ...audit });
    return `Version ${number} is published:\n${textOf(changesBetween(draft.now, draft.document))}`;
  }),
];

function textOf(changes: CatalogChange[]): string {
  return changes
    .flatMap(({ about, texts }) => texts.map((text) => `  ${about}: ${text}`))
    .map(withoutControls)
    .join("\n");
}

async function readFileOf(deps: OpsDeps, path: string | undefined): Promise<CatalogDocument> {
  const text = path === undefined ? await deps.readInput() : await readFile(path, "utf8").catch(() => null);
  if (text === null) throw new UsageError(`${path} can't be read.`);
  const parsed = documentSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${plainIssue(issue)}`);
  throw new UsageError(lines.map(withoutControls).join("\n"));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError("This is no JSON. Export the catalogue to see how a file looks.");
  }
}
