import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import nft from "next/dist/compiled/@vercel/nft/index.js";

// Images are not optimised, so the library for that is left out.
export const isLeftOut = (file) => /(^|\/)node_modules\/(sharp|@img)(\/|$)/.test(file);

/**
 * The files that the bundled entries in `folder` need to run, with those of the packages that they import, as paths
 * below the working directory. Throws when one of their imports is not found: the program would end there. Packages may
 * name others that are only there on other machines.
 */
export async function traceEntries(folder) {
  const entries = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  const { fileList, warnings } = await nft.nodeFileTrace(
    entries.map((name) => join(folder, name)),
    {
      base: process.cwd(),
      // Next's own trace covers Next; tracing it here would include its compiler.
      ignore: (file) => file.startsWith("node_modules/next/") || isLeftOut(file),
    },
  );
  const own = `loaded from ${resolve(folder)}`;
  const missing = [...warnings].map(({ message }) => message).filter((message) => message.includes(own));
  if (missing.length > 0) throw new Error(`imports of ${folder} are not found:\n${missing.join("\n")}`);
  return [...fileList];
}
