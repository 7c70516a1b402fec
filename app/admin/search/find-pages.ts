import { adminMenu } from "../admin-pages";
import type { ResultGroup } from "./result-groups";

/** The menu's pages, among `allowed`, whose name or group has a word that begins with the text; all without one. Pure. */
export function findPages(typed: string, allowed: readonly string[]): ResultGroup[] {
  const text = typed.trim().toLowerCase();
  const matches = (name: string) =>
    name.toLowerCase().startsWith(text) || name.toLowerCase().includes(` ${text}`);
  const results = adminMenu.flatMap(({ group, pages }) =>
    pages
      .filter(({ href, label }) => allowed.includes(href) && (matches(label) || matches(group)))
      .map(({ href, label }) => ({ href, title: label, detail: group })),
  );
  return results.length > 0 ? [{ title: "Pages", results }] : [];
}
