import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { Pool } from "pg";
import { longLimits } from "@/lib/db/guarded-client";
import { openPool } from "@/lib/db/open-pool";

// Prisma's schema engine as WebAssembly, through the shop's driver adapter: migrations need no download of the native
// engine, and write the same `_prisma_migrations` history.

export const schemaFile = "prisma/schema.prisma";

type MigrationsList = {
  baseDir: string;
  shadowDbInitScript: string;
  lockfile: { path: string; content: string };
  migrationDirectories: {
    path: string;
    migrationFile: { path: string; content: { tag: "ok"; value: string } };
  }[];
};

type DiffTarget = { tag: "empty" } | { tag: "schemaDatamodel"; files: { path: string; content: string }[] };

export type SchemaEngine = {
  applyMigrations(input: {
    migrationsList: MigrationsList;
    filters: object;
  }): Promise<{ appliedMigrationNames: string[] }>;
  diff(input: {
    from: DiffTarget;
    to: DiffTarget;
    script: boolean;
    exitCode: null;
    filters: object;
    shadowDatabaseUrl?: null;
  }): Promise<{
    stdout?: string;
  }>;
};

type Glue = {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  SchemaEngine: {
    new: (options: object, log: () => void, factory: unknown) => Promise<SchemaEngine>;
  };
};

/** No tables outside the schema: the queue has its own. */
export const filters = { externalTables: [], externalEnums: [] };

// Kept by the process, as the package is: this module may be evaluated again, and its glue holds one instance, which a
// second would replace while the first is in use.
const held = globalThis as { prismaSchemaEngine?: Glue };

/** The engine's code, once per process. */
function loadEngine(): Glue {
  if (held.prismaSchemaEngine) return held.prismaSchemaEngine;
  const engineGlue = glue as unknown as Glue;
  const require = createRequire(import.meta.url);
  const wasmFile = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg").replace(/\.js$/, ".wasm");
  const wasm = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasmFile)), {
    "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports,
  });
  engineGlue.__wbg_set_wasm(wasm.exports);
  const start = wasm.exports.__wbindgen_start;
  if (typeof start === "function") start();
  held.prismaSchemaEngine = engineGlue;
  return engineGlue;
}

/** Starts an engine on a database. `close()` ends its connections. */
export async function openSchemaEngine(
  databaseUrl: string,
): Promise<{ engine: SchemaEngine; close(): Promise<void> }> {
  const engineGlue = loadEngine();
  const pool = openPool(databaseUrl, 3, longLimits);
  const engine = await engineGlue.SchemaEngine.new(
    { datamodels: [["schema.prisma", readFileSync(schemaFile, "utf8")]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(wholeScripts(pool)),
  );
  return { engine, close: () => pool.end() };
}

/**
 * The adapter splits a script at every semicolon, even inside function bodies and comments (7.10.0). As one query, the
 * whole script succeeds or none of it.
 */
function wholeScripts(pool: Pool): PrismaPg {
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => {
      await pool.query(script);
    };
    return adapter;
  };
  return factory;
}
