import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type LimitName, limits } from "@/lib/base/rate-limit/limits";
import { type Permission, permissions } from "@/lib/people/auth/roles";

/**
 * The facts that the source states about an entry point: how it authorises, which rate limits it counts, whether it
 * writes to the audit log. Read from the text of a function and of everything it names, in its file and in that file's
 * imports. It may include a path that is never taken, but misses none.
 */
export type SourceFacts = {
  /** The name of the check in the source; null where the entry point authorises in another way. */
  policy: string | null;
  /** The permission that an administrator's role must include; null where the entry point is not theirs. */
  permission: Permission | null;
  limits: LimitName[];
  isAudited: boolean;
  /**
   * The entry point may end in money going back: a refund, or the end of an item or an order, after which the shop
   * refunds.
   */
  returnsMoney: boolean;
};

type Module = {
  isActions: boolean;
  chunks: Map<string, string>;
  imports: Map<string, { file: string; name: string }>;
};

const declaration =
  /^(?:export )?(?:default )?(?:async )?(?:function|const|let|class|type|interface) (\w+|\{[^}]*\}|\[[^\]]*\])/;
const modules = new Map<string, Module | null>();
const named = new Map<string, { file: string; name: string }[]>();
const limitNames = Object.keys(limits) as LimitName[];

/** Every source file below a folder, without generated ones. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("generated"));
}

/** The names of what a file declares at its top. */
export function declarationsOf(file: string): string[] {
  return [...(moduleOf(file)?.chunks.keys() ?? [])];
}

/** The text of one declaration. */
export function textOf(file: string, name: string): string {
  return moduleOf(file)?.chunks.get(name) ?? "";
}

/** The facts of one declaration of a file, or of a part of its text: one job of a table of jobs. */
export function factsOf(file: string, name: string, part = textOf(file, name)): SourceFacts {
  const texts = new Map([[`${file}#${name}`, part]]);
  const open = [{ file, text: part }];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const target of namedIn(next.file, next.text)) {
      // A page passes an action to its form; the action is an entry point with facts of its own.
      if (target.file !== file && isActions(target.file)) continue;
      const text = textOf(target.file, target.name);
      const key = `${target.file}#${target.name}`;
      if (text === "" || texts.has(key)) continue;
      texts.set(key, text);
      open.push({ file: target.file, text });
    }
  }
  const counting = [...texts.values()].flatMap(
    (text) =>
      text.match(/\b(?:(?!concurrency)\w*[lL]imit(?:ed)?|consumeRateLimit|consumeForAddress)\b[^;]{0,90}/g) ??
      [],
  );
  const counted = new Set(counting.flatMap((text) => text.match(/(?<=")\w+(?=")/g) ?? []));
  const own = [...texts].flatMap(([key, text]) => (wrappers.test(key) ? [] : [text])).join("\n");
  return {
    policy: policyOf(own),
    permission: permissionOf(own),
    limits: limitNames.filter((limit) => counted.has(limit)).sort(),
    isAudited: [...texts.keys()].some((key) => key.endsWith("#recordAudit")),
    returnsMoney: [...texts.keys()].some((key) => returnsOfMoney.test(key)),
  };
}

const returnsOfMoney =
  /#(?:requestRefund|recountAndClose|closeOrders|refundUndeliveredJob|decideDropsJob|markDecided)$/;

/** The wrappers of all actions are left out, because they name every check. */
const wrappers = /^app\/_server\/(?:run|admin)-action\.ts#/;

function permissionOf(text: string): Permission | null {
  const name =
    /\b(?:adminAction|freshAdminAction|requireAdmin|currentAdmin|requireFreshAdmin|currentFreshAdmin)\(\s*"([\w.]+)"/.exec(
      text,
    )?.[1] ?? /\bformAction\(\s*"(\w+\.\w+)"/.exec(text)?.[1];
  return permissions.find((permission) => permission === name) ?? null;
}

function policyOf(text: string): string | null {
  const policy =
    /\b(adminAction|freshAdminAction)\(/.exec(text)?.[1] ??
    (/\bformAction\(\s*"\w+\.\w+"/.test(text)
      ? "adminAction"
      : /\b(?:run|form|redirect)Action\(\s*"(\w+)"/.exec(text)?.[1]);
  return (
    policy ?? /\b((?:require|current)(?:Admin|FreshAdmin|AccountHolder|Customer))\(/.exec(text)?.[1] ?? null
  );
}

/** True for a file of server actions. */
export function isActions(file: string): boolean {
  return moduleOf(file)?.isActions ?? false;
}

function namedIn(file: string, text: string): { file: string; name: string }[] {
  const key = `${file} ${text}`;
  const known = named.get(key) ?? findNamed(file, text);
  named.set(key, known);
  return known;
}

function findNamed(file: string, text: string): { file: string; name: string }[] {
  const { chunks, imports } = moduleOf(file) ?? { chunks: new Map(), imports: new Map() };
  const known = new Map([...imports, ...importsIn(file, text)]);
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? []);
  return [...words].flatMap((word) => {
    const imported = known.get(word);
    return [...(imported ? [imported] : []), ...(chunks.has(word) ? [{ file, name: word }] : [])];
  });
}

function moduleOf(file: string): Module | null {
  const known = modules.get(file);
  if (known !== undefined) return known;
  if (!existsSync(file) || file.includes("generated")) {
    modules.set(file, null);
    return null;
  }
  // Names in comments are not calls.
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const chunks = new Map<string, string>();
  let names: string[] = [];
  for (const line of text.split("\n")) {
    const found = declaration.exec(line)?.[1];
    if (found) names = found.match(/\w+/g) ?? [];
    else if (/^(?:export|import) /.test(line)) names = [];
    for (const name of names) chunks.set(name, `${chunks.get(name) ?? ""}${line}\n`);
  }
  const made = { isActions: text.startsWith('"use server"'), chunks, imports: importsIn(file, text) };
  modules.set(file, made);
  return made;
}

/** The imports of a text, by the name it uses: `import { a as b } from`, `const { a } = await import()`. */
function importsIn(file: string, text: string): Module["imports"] {
  const found = new Map<string, { file: string; name: string }>();
  const patterns = [
    /import (?!type )(?:\w+, )?\{(?<names>[^}]*)\} from "(?<from>[^"]+)"/g,
    /export \{(?<names>[^}]*)\} from "(?<from>[^"]+)"/g,
    /const \{(?<names>[^}]*)\} = await import\("(?<from>[^"]+)"\)/g,
    /import\("(?<from>[^"]+)"\)\.then\(\(\{(?<names>[^}]*)\}/g,
  ];
  for (const pattern of patterns) {
    for (const { groups } of text.matchAll(pattern)) {
      const { names = "", from = "" } = groups ?? {};
      const target = fileOf(file, from);
      for (const each of target ? names.split(",") : []) {
        const [name = "", as = name] = each.trim().split(/\s+as\s+|:\s*/);
        if (name && !name.startsWith("type ") && target) found.set(as, { file: target, name });
      }
    }
  }
  return found;
}

function fileOf(importer: string, from: string): string | null {
  if (!from.startsWith("@/") && !from.startsWith(".")) return null;
  const base = from.startsWith("@/") ? from.slice(2) : normalize(join(dirname(importer), from));
  return [`${base}.ts`, `${base}.tsx`].find((file) => existsSync(file)) ?? null;
}
