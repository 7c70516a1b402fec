import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { traceEntries } from "@/lib/operator/commands/trace-entries.mjs";
import { bundle, programs } from "../../../bundle.config.mjs";

/** Inside the project, so that what lies there finds its packages. */
function newFolder(): string {
  mkdirSync(".data", { recursive: true });
  const folder = mkdtempSync(join(".data", "test-entries-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("the image has the packages of everything that a shop's programs import", async () => {
  const folder = newFolder();
  await bundle(programs, folder);
  const files = await traceEntries(folder);
  expect(files.filter((file) => /node_modules\/nodemailer\/.+smtp-connection/.test(file))).not.toEqual([]);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

it("an import that is not found ends the making of the image", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "program.mjs"), 'import "a-package-that-is-not-there";');
  await expect(traceEntries(folder)).rejects.toThrow("a-package-that-is-not-there");
});
