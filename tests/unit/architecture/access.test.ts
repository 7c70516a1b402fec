import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { actions, auditedJobs, pages, type Rule, routes } from "@/app/_server/access";
import { tasks } from "@/lib/worker/tasks";
import {
  declarationsOf,
  factsOf,
  isActions,
  type SourceFacts,
  sourceFiles,
  textOf,
} from "../../support/source-facts";

const table = "app/_server/access.ts";

/** By the check that the source calls: the callers that the table may name for it. */
const callersOf: Record<string, Rule["who"][]> = {
  public: ["everyone", "linkHolder"],
  customer: ["customer", "adminByPassword"],
  owner: ["owner"],
  adminAction: ["admin"],
  freshAdminAction: ["freshAdmin"],
  requireCustomer: ["customer"],
  requireOwner: ["owner"],
  currentOwner: ["owner"],
  requireAdmin: ["admin"],
  currentAdmin: ["admin"],
};

/** The differences between an entry point's line in the table and what the source does. */
function wrongWith(where: string, name: string, rule: Rule | undefined, facts: SourceFacts): string[] {
  const callers = callersOf[facts.policy ?? ""] ?? [rule?.who ?? "everyone"];
  const who = callers.find((caller) => caller === rule?.who) ?? callers[0];
  const isRight =
    rule !== undefined &&
    rule.who === who &&
    [...rule.limits].sort().join() === facts.limits.join() &&
    rule.isAudited === facts.isAudited &&
    (rule.permission ?? null) === facts.permission;
  if (isRight) return [];
  return [`${table}, in ${where}: ${name}: ${lineOf(who, facts)},`];
}

/** The line that the table needs, to be pasted. */
function lineOf(who: Rule["who"] | undefined, { limits, permission, isAudited }: SourceFacts): string {
  const call = (name: string, ...words: (string | undefined)[]) =>
    `${name}(${words.map((word) => `"${word}"`).join(", ")})`;
  if (permission && who === "freshAdmin" && isAudited) return call("freshAdmin", permission);
  if (permission && who === "admin" && isAudited) return call("admin", permission, ...limits);
  if (permission && who === "admin" && limits.length === 0) return call("staff", permission);
  const line = call("rule", who, ...limits);
  return isAudited ? `audited(${line})` : line;
}

const addressOf = (file: string) =>
  `/${file
    .split("/")
    .slice(1, -1)
    .filter((part) => !part.startsWith("("))
    .join("/")}`;

const appFiles = sourceFiles("app").sort();
const unknown = (kind: string, known: Iterable<string>, listed: string[]) => {
  const all = new Set(known);
  return listed.filter((name) => !all.has(name)).map((name) => `${table}, in ${kind}: take out ${name}`);
};

describe(`${table} names, with its callers, rate limits and audit, exactly what the source has`, () => {
  it("of pages", () => {
    const found = appFiles
      .filter((file) => file.endsWith("/page.tsx"))
      .map((file) => {
        const name =
          declarationsOf(file).find((each) => textOf(file, each).startsWith("export default")) ?? "";
        return { address: addressOf(file), facts: factsOf(file, name) };
      });
    const wrong = found.flatMap(({ address, facts }) =>
      wrongWith("pages", `"${address}"`, pages[address], facts),
    );
    expect(wrong).toEqual([]);
    expect(
      unknown(
        "pages",
        found.map(({ address }) => address),
        Object.keys(pages),
      ),
    ).toEqual([]);
  });

  it("of route handlers", () => {
    const found = appFiles.filter((file) => /\/route\.tsx?$/.test(file)).flatMap(routesOf);
    // The HTTP server answers some addresses before Next does.
    const entry = sourceFiles("app/_server").map((file) => readFileSync(file, "utf8"));
    for (const [, address] of entry.join("\n").matchAll(/=== "(\/api\/[^"]+)"/g))
      found.push({
        name: `POST ${address}`,
        facts: { policy: null, permission: null, limits: [], isAudited: false },
      });
    const wrong = found.flatMap(({ name, facts }) => wrongWith("routes", `"${name}"`, routes[name], facts));
    expect(wrong).toEqual([]);
    expect(
      unknown(
        "routes",
        found.map(({ name }) => name),
        Object.keys(routes),
      ),
    ).toEqual([]);
  });

  it("of server actions", () => {
    const files = appFiles.filter(isActions);
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((file) =>
      declarationsOf(file)
        .filter((name) => /^export (?:async function|const)\b/.test(textOf(file, name)))
        .map((name) => ({ file, name, facts: factsOf(file, name) })),
    );
    const wrong = found.flatMap(({ file, name, facts }) =>
      wrongWith(`actions["${file}"]`, name, actions[file]?.[name], facts),
    );
    expect(wrong).toEqual([]);
    const listed = Object.entries(actions).flatMap(([file, own]) =>
      Object.keys(own).map((name) => `${file} ${name}`),
    );
    expect(
      unknown(
        "actions",
        found.map(({ file, name }) => `${file} ${name}`),
        listed,
      ),
    ).toEqual([]);
    expect(found.filter(({ facts }) => facts.policy === null)).toEqual([]);
  });

  it("of jobs", () => {
    const file = "lib/worker/tasks.ts";
    const bodies = [...textOf(file, "tasks").matchAll(/^ {2}(?:task|recurring)\([\s\S]*?^ {2}\}?\),/gm)];
    expect(bodies).toHaveLength(tasks.length);
    const audited = tasks.filter(
      ({ name }, nth) => factsOf(file, `tasks ${name}`, bodies[nth]?.[0] ?? "").isAudited,
    );
    expect(audited.map(({ name }) => name).sort()).toEqual(auditedJobs);
    const names = new Set(tasks.map(({ name }) => name));
    expect(names.size).toBe(tasks.length);
    const defined = sourceFiles("lib").flatMap((source) =>
      [
        ...readFileSync(source, "utf8").matchAll(/rowJob\(\s*"([\w-]+)"|: Job<.*> = \{\s+name: "([\w-]+)"/g),
      ].map(([, row, other]) => row ?? other ?? ""),
    );
    expect(defined.length).toBeGreaterThan(8);
    expect(defined.filter((name) => !names.has(name))).toEqual([]);
  });
});

/** A route file's own methods; a table of functions by name counts as one route for each. */
function routesOf(file: string): { name: string; facts: SourceFacts }[] {
  const address = addressOf(file);
  const methods = declarationsOf(file).filter((name) => /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(name));
  const named = [...readFileSync(file, "utf8").matchAll(/^ {2}"([\w-]+)": (\w+),$/gm)];
  if (!address.endsWith("/[name]") || named.length === 0)
    return methods.map((method) => ({ name: `${method} ${address}`, facts: factsOf(file, method) }));
  return named.map(([, name, handler = ""]) => ({
    name: `POST ${address.replace("[name]", name ?? "")}`,
    facts: factsOf(file, `handler ${name}`, handler),
  }));
}

it("each admin page leaves out the buttons that its visitor's role does not allow", () => {
  const guard = "app/admin/allowed-action.tsx";
  const unguarded = appFiles.filter(
    (file) =>
      file !== guard &&
      /import \{[^}]*\bAction(?:Dialog|Form)\b[^}]*\} from "@\/components\/admin\//.test(
        readFileSync(file, "utf8"),
      ),
  );
  expect(unguarded.map((file) => `${file}: take ActionDialog and ActionForm from ${guard}`)).toEqual([]);
});

describe("reading the source", () => {
  it("finds a check, a limit and an audit row through the functions that lead to them", () => {
    const refund = factsOf("app/admin/orders/[id]/actions.ts", "refundOrderAction");
    const permission = "refunds.request";
    expect(refund).toMatchObject({ policy: "freshAdminAction", permission, isAudited: true });
    expect(refund.limits).not.toEqual([]);
    expect(factsOf("app/(account)/auth/actions.ts", "signInAction").limits).toContain("signInAddress");
    expect(factsOf("app/(account)/tickets/page.tsx", "TicketsPage").policy).toBe("requireCustomer");
  });
});
