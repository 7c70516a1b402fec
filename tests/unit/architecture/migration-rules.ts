/**
 * The statements of a migration that would break the previous release, one message each. Both releases run on the
 * migrated database while processes are replaced, and the previous one again after a rollback. A migration may state why
 * such a statement is safe: `-- previous release: <reason>`. Statements about its own new tables are fine.
 */
export function problemsOf(sql: string): string[] {
  if (/^-- previous release: \S.{20,}/m.test(sql)) return [];
  const statements = statementsOf(sql);
  const added = new Set(statements.flatMap((statement) => created.exec(statement)?.[1] ?? []));
  // A migration drops an index before it builds it concurrently, in case an earlier try was interrupted.
  const rebuilt = new Set(statements.flatMap((statement) => builtBesideWrites.exec(statement)?.[1] ?? []));
  const isNew = (statement: string) =>
    added.has(tableOf.exec(statement)?.[1] ?? "") || rebuilt.has(droppedBefore.exec(statement)?.[1] ?? "");
  return statements
    .filter((statement) => !isNew(statement))
    .flatMap((statement) =>
      rules.filter(([pattern]) => pattern.test(statement)).map(([, why]) => `${why}: ${short(statement)}`),
    );
}

const created = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i;
const tableOf =
  /^(?:ALTER TABLE|CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\w* ?ON|INSERT INTO|UPDATE|DELETE FROM) (?:ONLY |IF EXISTS )?([\w.]+)/i;

const builtBesideWrites = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)/i;
const droppedBefore = /^DROP INDEX CONCURRENTLY IF EXISTS (\w+)/i;

const rules: [pattern: RegExp, why: string][] = [
  [
    /\bDROP (?:TABLE|COLUMN|VIEW|MATERIALIZED VIEW|TYPE|FUNCTION|SCHEMA|SEQUENCE)\b/i,
    "it may still use this",
  ],
  [/\bDROP INDEX\b/i, "its ON CONFLICT may need this, and its statements may become slow"],
  [/\bRENAME\b/i, "it knows the old name"],
  [
    /\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i,
    "it reads and writes the old type, and the table is rewritten",
  ],
  [/\bSET NOT NULL\b/i, "it may write nothing there"],
  [/\bDROP DEFAULT\b/i, "it writes no value there"],
  [
    /\bADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT\b)\w+ (?!.*\b(?:DEFAULT|GENERATED)\b).*\bNOT NULL\b/i,
    "it writes no value there",
  ],
  [/\bADD VALUE\b/i, "it can't read rows with the new value"],
  [
    /\bADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)\b(?!.*\bNOT VALID\b)/i,
    "it may write what this refuses, and the table is locked while it is checked",
  ],
  [
    /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)/i,
    "writes wait while it is built (CREATE INDEX CONCURRENTLY)",
  ],
  [/^CREATE UNIQUE INDEX CONCURRENTLY/i, "it may write what this refuses"],
  [
    /^(?:UPDATE|DELETE FROM|TRUNCATE|LOCK|CLUSTER|REINDEX)\b/i,
    "its rows are locked meanwhile (let a job do it)",
  ],
];

/** The statements without comments and without the bodies of functions, one line each, names without quotes. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll('"', "")
    .split(";")
    .flatMap(clauses)
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter((statement) => statement !== "");
}

/** An ALTER TABLE with several clauses, as one statement each. Commas in parentheses separate no clauses. */
function clauses(statement: string): string[] {
  const [, head, rest] =
    /^(\s*ALTER TABLE (?:IF EXISTS )?(?:ONLY )?[\w.]+)\s([\s\S]*)$/i.exec(statement) ?? [];
  if (head === undefined || rest === undefined) return [statement];
  const parts = [""];
  let depth = 0;
  for (const letter of rest) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => `${head} ${part}`);
}

const short = (statement: string) => (statement.length > 120 ? `${statement.slice(0, 117)}...` : statement);
