// `node lib/operator/commands/collect-image.mjs FOLDER`, after a build with NEXT_PRIVATE_STANDALONE=1: collects the files
// that the image runs: Next's own trace of the server, the static files, the bundled entries with the files of the
// packages they import, the migrations.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { isLeftOut, traceEntries } from "./trace-entries.mjs";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: node lib/operator/commands/collect-image.mjs FOLDER");
const copy = (from, to = from) => cpSync(from, join(folder, to), { recursive: true, dereference: true });

const standalone = join(".next", "standalone");
for (const part of ["package.json", "node_modules", ".next"]) {
  cpSync(join(standalone, part), join(folder, part), {
    recursive: true,
    // Turbopack refers to packages by links that lie beside them.
    verbatimSymlinks: true,
    filter: (file) => !isLeftOut(file),
  });
}

for (const file of await traceEntries(".next/entry")) copy(file);
for (const part of ["public", ".next/static", "prisma/migrations"]) copy(part);

// The files that an operator copies from the image into an empty folder (docs/going-live.md).
const forOperator = [
  ["docker-compose.yml", "docker-compose.yml"],
  ["Caddyfile", "Caddyfile"],
  ["lib/operator/commands/composition.env.example", ".env.example"],
  ["lib/operator/ha", "ha"],
  ["lib/operator/kubernetes", "kubernetes"],
  ["lib/operator/monitoring", "monitoring"],
  ["docs", "docs"],
];
for (const [from, to] of forOperator) copy(from, `composition/${to}`);
