import { defineConfig } from "prisma/config";

// The CLI looks for an engine binary before it starts, even where the command needs none (`prisma generate`).
// Any existing file satisfies it, so nothing is downloaded: prisma/migrate.ts applies migrations without an engine, and
// prisma/diff.ts runs it as WebAssembly.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: "prisma/schema.prisma" });
