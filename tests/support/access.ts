import { readFileSync } from "node:fs";
import type { LimitName } from "@/lib/base/rate-limit/limits";
import type { Permission } from "@/lib/people/auth/roles";
import { declarationsOf, factsOf, isActions, type SourceFacts, sourceFiles, textOf } from "./source-facts";

/**
 * Who may call an entry point of the shop, read from the source: each page, route and action names its callers in the
 * check that it makes. tests/unit/architecture/access.test.ts holds the rules that all of them follow, and
 * tests/e2e/access.spec.ts calls the build's entry points as every kind of wrong caller.
 */
export type Audience =
  | "everyone"
  /** The holder of an order's secret link, which is part of the address. */
  | "linkHolder"
  | "customer"
  /** A customer; an administrator only with the session's second factor. */
  | "accountHolder"
  /** An administrator whose session does not have the second factor yet. */
  | "adminByPassword"
  | "admin"
  /** An administrator who gave password and code within the last 15 minutes. */
  | "freshAdmin"
  /** A request that is signed with the webhook's secret. */
  | "stripe"
  | "resend"
  /** This process itself, identified by a key that never leaves it. */
  | "ownProcess"
  /** All callers on this machine, in local mode only. */
  | "localMode";

/**
 * One entry point's rule. `isAudited`: an administrator's call writes a row of the audit log, or the shop does: when a
 * payment that the call settles has a fraud warning, and for a guest order's new address. `permission`: what an
 * administrator's role must include (lib/people/auth/roles.ts). `returnsMoney`: it may end in a refund.
 */
export type Rule = {
  who: Audience;
  limits: LimitName[];
  isAudited: boolean;
  returnsMoney: boolean;
  permission?: Permission;
};

/** The callers that a check lets in, by the check's name in the source. */
const audiences: Record<string, Audience> = {
  public: "everyone",
  customer: "customer",
  accountHolder: "accountHolder",
  adminAction: "admin",
  freshAdminAction: "freshAdmin",
  requireCustomer: "customer",
  currentCustomer: "customer",
  requireAccountHolder: "accountHolder",
  currentAccountHolder: "accountHolder",
  requireAdmin: "admin",
  currentAdmin: "admin",
  requireFreshAdmin: "freshAdmin",
  currentFreshAdmin: "freshAdmin",
};

/** The entry points that recognise their callers in a way that the source's checks don't name. */
export const otherCallers: Record<string, Audience> = {
  openAdminAction: "adminByPassword",
  finishSetUpAction: "adminByPassword",
  "GET /api/me": "customer",
  "GET /api/orders/events": "customer",
  "/dev-mails": "localMode",
  "GET /dev-mails/[kind]": "localMode",
  "POST /api/revalidate": "ownProcess",
  "POST /api/webhooks/resend": "resend",
  "POST /api/webhooks/stripe": "stripe",
};

function ruleOf(name: string, facts: SourceFacts, place = name): Rule {
  const { policy, permission, limits, isAudited, returnsMoney } = facts;
  const who = otherCallers[name] ?? audiences[policy ?? ""] ?? "everyone";
  return {
    who: who === "everyone" && /\/\[token\](?:\/|$)/.test(place) ? "linkHolder" : who,
    limits,
    isAudited,
    returnsMoney,
    ...(permission && { permission }),
  };
}

/** Of an address that the HTTP server answers, whose handler is no route file. */
const noFacts: SourceFacts = {
  policy: null,
  permission: null,
  limits: [],
  isAudited: false,
  returnsMoney: false,
};

const appFiles = sourceFiles("app").sort();

function addressOf(file: string): string {
  const parts = file.split("/").slice(1, -1);
  return `/${parts.filter((part) => !part.startsWith("(")).join("/")}`;
}

/** Every page, by its address. */
export const pages: Record<string, Rule> = Object.fromEntries(
  appFiles
    .filter((file) => file.endsWith("/page.tsx"))
    .map((file) => {
      const address = addressOf(file);
      const page = declarationsOf(file).find((name) => textOf(file, name).startsWith("export default"));
      return [address, ruleOf(address, factsOf(file, page ?? ""))];
    }),
);

/** Every route, by method and address. Other methods are answered 405 or 404. */
export const routes: Record<string, Rule> = Object.fromEntries(
  [
    ...appFiles.filter((file) => /\/route\.tsx?$/.test(file)).flatMap(routesOf),
    ...routesOfServer().map((name) => [name, noFacts] as const),
  ].map(([name, facts]) => [name, ruleOf(name, facts)]),
);

/** A route file's own methods; a table of functions by name counts as one route for each. */
function routesOf(file: string): (readonly [name: string, facts: SourceFacts])[] {
  const address = addressOf(file);
  const methods = declarationsOf(file).filter((name) => /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(name));
  const named = [...readFileSync(file, "utf8").matchAll(/^ {2}"([\w-]+)": (\w+),$/gm)];
  if (!address.endsWith("/[name]") || named.length === 0)
    return methods.map((method) => [`${method} ${address}`, factsOf(file, method)] as const);
  return named.map(([, name = "", handler = ""]) => [
    `POST ${address.replace("[name]", name)}`,
    factsOf(file, `handler ${name}`, handler),
  ]);
}

/** The addresses that the HTTP server answers before Next does. */
function routesOfServer(): string[] {
  const texts = sourceFiles("app/_server").map((file) => readFileSync(file, "utf8"));
  const addresses = [...texts.join("\n").matchAll(/=== "(\/api\/[^"]+)"/g)].map(([, address]) => address);
  return [...new Set(addresses)].map((address) => `POST ${address}`);
}

/** Public files: icons, and the files that search engines request. */
export const files = ["/apple-icon", "/icon.svg", "/opengraph-image", "/robots.txt", "/sitemap.xml"];

export type ActionRule = Rule & { file: string; name: string };

/** Every server action. */
export const actions: ActionRule[] = appFiles.filter(isActions).flatMap((file) =>
  declarationsOf(file)
    .filter((name) => /^export (?:async function|const)\b/.test(textOf(file, name)))
    .map((name) => ({ file, name, ...ruleOf(name, factsOf(file, name), file) })),
);
