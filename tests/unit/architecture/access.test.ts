import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { actions, auditedJobs, pages, type Rule, routes } from "@/app/_server/access";
import { tasks } from "@/lib/running/worker/tasks";
import {
  declarationsOf,
  factsOf,
  isActions,
  type SourceFacts,
  sourceFiles,
  textOf,
} from "../../support/source-facts";
import { definedJobs } from "./defined-jobs";

const table = "app/_server/access.ts";

/** The callers that the table may name for an entry, by the check that its source calls. */
const callersOf: Record<string, Rule["who"][]> = {
  public: ["everyone", "linkHolder"],
  customer: ["customer", "adminByPassword"],
  accountHolder: ["accountHolder"],
  adminAction: ["admin"],
  freshAdminAction: ["freshAdmin"],
  requireCustomer: ["customer"],
  requireAccountHolder: ["accountHolder"],
  currentAccountHolder: ["accountHolder"],
  requireAdmin: ["admin"],
  currentAdmin: ["admin"],
  requireFreshAdmin: ["freshAdmin"],
  currentFreshAdmin: ["freshAdmin"],
};

type Entry = { where: string; name: string; rule: Rule | undefined; facts: SourceFacts };

/** The differences between a part of the table, whose lines are `listed`, and what the source does. */
function differences(part: string, found: Entry[], listed: string[]): string[] {
  const names = new Set(found.map(({ where, name }) => (where === part ? name : `${where}${name}`)));
  const idle = listed.filter((name) => !names.has(name));
  return [...found.flatMap(wrongWith), ...idle.map((name) => `${table}, in ${part}: take out ${name}`)];
}

function wrongWith({ where, name, rule, facts }: Entry): string[] {
  const callers = callersOf[facts.policy ?? ""] ?? [rule?.who ?? "everyone"];
  const who = callers.find((caller) => caller === rule?.who) ?? callers[0];
  const isRight =
    rule !== undefined &&
    rule.who === who &&
    [...rule.limits].sort().join() === facts.limits.join() &&
    rule.isAudited === facts.isAudited &&
    (rule.permission ?? null) === facts.permission;
  return isRight ? [] : [`${table}, in ${where}: ${name}: ${lineOf(who, facts)},`];
}

/** The line that the table needs, to be pasted. */
function lineOf(who: Rule["who"] | undefined, { limits, permission, isAudited }: SourceFacts): string {
  const call = (name: string, ...words: (string | undefined)[]) =>
    `${name}(${words.map((word) => `"${word}"`).join(", ")})`;
  if (permission && who === "freshAdmin") {
    if (isAudited && limits.length > 0) return call("freshAdmin", permission);
    const line = call("freshStaff", permission);
    return isAudited ? `audited(${line})` : line;
  }
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
describe(`${table} names, with its callers, rate limits and audit, exactly what the source has`, () => {
  it("of pages", () => {
    const found = appFiles
      .filter((file) => file.endsWith("/page.tsx"))
      .map((file) => {
        const address = addressOf(file);
        const page = declarationsOf(file).find((each) => textOf(file, each).startsWith("export default"));
        const facts = factsOf(file, page ?? "");
        return { where: "pages", name: `"${address}"`, rule: pages[address], facts };
      });
    const listed = Object.keys(pages).map((address) => `"${address}"`);
    expect(differences("pages", found, listed)).toEqual([]);
  });

  it("of route handlers", () => {
    const found = appFiles.filter((file) => /\/route\.tsx?$/.test(file)).flatMap(routesOf);
    // The HTTP server answers some addresses before Next does.
    const entry = sourceFiles("app/_server").map((file) => readFileSync(file, "utf8"));
    for (const [, address] of entry.join("\n").matchAll(/=== "(\/api\/[^"]+)"/g))
      found.push({
        name: `POST ${address}`,
        facts: { policy: null, permission: null, limits: [], isAudited: false, returnsMoney: false },
      });
    const named = found.map(({ name, facts }) => {
      return { where: "routes", name: `"${name}"`, rule: routes[name], facts };
    });
    const listed = Object.keys(routes).map((name) => `"${name}"`);
    expect(differences("routes", named, listed)).toEqual([]);
  });

  it("of server actions", () => {
    const files = appFiles.filter(isActions);
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap((file) =>
      declarationsOf(file)
        .filter((name) => /^export (?:async function|const)\b/.test(textOf(file, name)))
        .map((name) => {
          return {
            where: `actions["${file}"]`,
            name,
            rule: actions[file]?.[name],
            facts: factsOf(file, name),
          };
        }),
    );
    const listed = Object.entries(actions).flatMap(([file, own]) =>
      Object.keys(own).map((name) => `actions["${file}"]${name}`),
    );
    expect(differences("actions", found, listed)).toEqual([]);
    expect(found.filter(({ facts }) => facts.policy === null)).toEqual([]);
  });

  it("of jobs", () => {
    const file = "lib/running/worker/tasks.ts";
    const bodies = [...textOf(file, "tasks").matchAll(/^ {2}(?:task|recurring)\([\s\S]*?^ {2}\}?\),/gm)];
    expect(bodies).toHaveLength(tasks.length);
    const audited = tasks.filter(
      ({ name }, nth) => factsOf(file, `tasks ${name}`, bodies[nth]?.[0] ?? "").isAudited,
    );
    expect(audited.map(({ name }) => name).sort()).toEqual(auditedJobs);
    const names = new Set(tasks.map(({ name }) => name));
    expect(names.size).toBe(tasks.length);
    const defined = definedJobs.map(([, { name }]) => name);
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

it("each action that a permission to change allows writes to the audit log", () => {
  const silent = Object.values(actions)
    .flatMap((own) => Object.entries(own))
    .filter(([, { permission, isAudited }]) => permission && !permission.endsWith(".read") && !isAudited);
  expect(silent.map(([name]) => `${name}: its use case calls recordAudit`)).toEqual([]);
});

it("each administrator's action that may end in money going back needs a fresh sign-in", () => {
  const returning = Object.entries(actions).flatMap(([file, own]) =>
    Object.entries(own).filter(([name, { permission }]) => permission && factsOf(file, name).returnsMoney),
  );
  expect(returning.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "refundOrderAction",
      "cancelItemAction",
      "decideRefillAction",
      "unblockOrderAction",
    ]),
  );
  const stale = returning.filter(([, { who }]) => who !== "freshAdmin");
  expect(stale.map(([name]) => `${name}: make it a freshAdminAction`)).toEqual([]);
});

it.each([
  "cancelItemAction",
  "cancelAtSupplierAction",
  "completeManuallyAction",
  "unblockOrderAction",
  "removeBlockAction",
  "anonymizeCustomerAction",
  "GET /admin/orders/export",
  "GET /admin/orders/[id]/evidence.json",
  "GET /admin/orders/[id]/evidence.pdf",
  "/admin/orders/[id]/buyer",
])("%s cancels, completes, unblocks, exports or shows as the buyer, and needs a fresh sign-in", (name) => {
  const rules = { ...pages, ...routes, ...Object.assign({}, ...Object.values(actions)) };
  expect(rules[name]).toMatchObject({ who: "freshAdmin" });
});

it("each admin page leaves out the buttons that its visitor's role does not allow", () => {
  const guard = "app/admin/allowed-action.tsx";
  const unguarded = appFiles.filter(
    (file) =>
      file !== guard &&
      /import \{[^}]*\bAction(?:Dialog|Form)\b[^}]*\} from "@\/components\/admin\//.test(
        readFileSync(file, "utf8"),
      ),
  );
  expect(unguarded.map((file) => `${file}: take AllowedDialog and AllowedForm from ${guard}`)).toEqual([]);
});

it("reading the source finds a check, a limit and an audit row through the functions that lead to them", () => {
  const refund = factsOf("app/admin/orders/[id]/actions.ts", "refundOrderAction");
  const permission = "refunds.request";
  expect(refund).toMatchObject({ policy: "freshAdminAction", permission, isAudited: true });
  expect(refund.limits).not.toEqual([]);
  expect(factsOf("app/(account)/auth/actions.ts", "signInAction").limits).toContain("signInAddress");
  expect(factsOf("app/(account)/tickets/page.tsx", "TicketsPage").policy).toBe("requireCustomer");
});
