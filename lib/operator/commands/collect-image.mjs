// `node lib/operator/commands/collect-image.mjs FOLDER`, after a build with NEXT_PRIVATE_STANDALONE=1: collects the files that the
// image runs: Next's own trace of the server, the static files, the bundled entries with the files of the packages they
// import, the migrations.
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import nft from "next/dist/compiled/@vercel/nft/index.js";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: node lib/operator/commands/collect-image.mjs FOLDER");
const copy = (from, to = from) => cpSync(from, join(folder, to), { recursive: true, dereference: true });

// Images are not optimised, so the library for that is left out.
const isLeftOut = (file) => /(^|\/)node_modules\/(sharp|@img)(\/|$)/.test(file);
const standalone = join(".next", "standalone");
for (const part of ["package.json", "node_modules", ".next"]) {
  cpSync(join(standalone, part), join(folder, part), {
    recursive: true,
    // Turbopack refers to packages by links that lie beside them.
    verbatimSymlinks: true,
    filter: (file) => !isLeftOut(file),
  });
}

const entries = readdirSync(".next/entry").filter((name) => name.endsWith(".mjs"));
const { fileList } = await nft.nodeFileTrace(
  entries.map((name) => `.next/entry/${name}`),
  {
    base: process.cwd(),
    // Next's own trace covers Next; tracing it here would include its compiler.
    ignore: (file) => file.startsWith("node_modules/next/") || isLeftOut(file),
  },
);
for (const file of fileList) copy(file);

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
