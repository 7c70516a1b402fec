import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { filters, openSchemaEngine, schemaFile } from "./schema-engine";

// Prints the SQL from a committed schema (`npm run db:diff -- <commit>`, HEAD without one) to the schema in the
// work tree: the start of the next migration, to be read, completed with checks and comments, and committed. Prisma's
// engine does not start without a PostgreSQL server, though it reads and changes nothing there.
const url = process.env.DATABASE_URL;
if (!url) throw new Error("DATABASE_URL is missing: any PostgreSQL that answers will do, it is not changed");
const before = execFileSync("git", ["show", `${process.argv[2] ?? "HEAD"}:prisma/schema.prisma`], {
  encoding: "utf8",
});
const { engine, close } = await openSchemaEngine(url);
const { stdout } = await engine.diff({
  from: { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content: before }] },
  to: {
    tag: "schemaDatamodel",
    files: [{ path: "schema.prisma", content: readFileSync(schemaFile, "utf8") }],
  },
  script: true,
  exitCode: null,
  filters,
});
console.log(stdout);
await close();
