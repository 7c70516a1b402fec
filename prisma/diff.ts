import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";

// Prints the SQL from a committed schema (`npm run db:diff -- <commit>`, by default HEAD) to the schema in the work
// tree: the draft of the next migration. Prisma's engine runs as WebAssembly, so that the native one need not be
// downloaded. A PostgreSQL server must be there for its start, but nothing in it is read or changed.

type DiffTarget = { tag: "schemaDatamodel"; files: { path: string; content: string }[] };

type SchemaEngine = {
  diff(input: {
    from: DiffTarget;
    to: DiffTarget;
    script: boolean;
    exitCode: null;
    filters: object;
  }): Promise<{ stdout?: string }>;
};

type Glue = {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  SchemaEngine: { new: (options: object, log: () => void, factory: unknown) => Promise<SchemaEngine> };
};

function loadEngine(): Glue {
  const engineGlue = glue as unknown as Glue;
  const require = createRequire(import.meta.url);
  const wasmFile = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg").replace(/\.js$/, ".wasm");
  const wasm = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasmFile)), {
    "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports,
  });
  engineGlue.__wbg_set_wasm(wasm.exports);
  const start = wasm.exports.__wbindgen_start;
  if (typeof start === "function") start();
  return engineGlue;
}

const schemaFile = "prisma/schema.prisma";
const target = (content: string): DiffTarget => ({
  tag: "schemaDatamodel",
  files: [{ path: "schema.prisma", content }],
});

const url = process.env.DATABASE_URL;
if (!url) throw new Error("DATABASE_URL is missing: any PostgreSQL that answers will do, it is not changed");
const before = execFileSync("git", ["show", `${process.argv[2] ?? "HEAD"}:${schemaFile}`], {
  encoding: "utf8",
});
const after = readFileSync(schemaFile, "utf8");
const engine = await loadEngine().SchemaEngine.new(
  { datamodels: [["schema.prisma", after]] },
  () => undefined,
  bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url })),
);
// No external tables: the queue's are in a schema of their own.
const filters = { externalTables: [], externalEnums: [] };
const { stdout } = await engine.diff({
  from: target(before),
  to: target(after),
  script: true,
  exitCode: null,
  filters,
});
console.log(stdout);
process.exit(0);
