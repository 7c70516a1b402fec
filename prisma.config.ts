import { defineConfig } from "prisma/config";

// The CLI looks for an engine binary before it starts, even where the command needs none (`prisma generate`).
// Any existing file satisfies it, so nothing is downloaded; migrations run in prisma/migrate.ts on the WebAssembly engine.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: "prisma/schema.prisma" });
