import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { filters, openSchemaEngine, schemaFile } from "./schema-engine";

// Prints the SQL from a committed schema (`npm run db:diff -- <commit>`, by default HEAD) to the schema in the work tree:
// the draft of the next migration. Prisma's engine needs a PostgreSQL server to start, but reads and changes nothing.
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
