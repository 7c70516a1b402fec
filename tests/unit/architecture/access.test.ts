import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tasks } from "@/lib/running/worker/tasks";
import { actions, otherCallers, pages, type Rule, routes } from "../../support/access";
import { factsOf, sourceFiles } from "../../support/source-facts";
import { definedJobs } from "./defined-jobs";

// The rules that all entry points follow. tests/support/access.ts reads from the source who may call each of them.

type Entry = Rule & { name: string; isAction: boolean; place: string };

/** Every page, route and action. `place` is its address, or for an action the address of its folder. */
const entries: Entry[] = [
  ...Object.entries({ ...pages, ...routes }).map(([name, rule]) => {
    return { ...rule, name, isAction: false, place: name.replace(/^[A-Z]+ /, "") };
  }),
  ...actions.map(({ file, ...rule }) => {
    const place = file.replace(/^app|\/\([^)]*\)|\/[\w-]+\.ts$/g, "");
    return { ...rule, isAction: true, place };
  }),
];

const namesOf = (found: Entry[]) => found.map(({ name, place }) => `${name} of ${place}`);

describe("each entry point", () => {
  it("is found", () => {
    expect(Object.keys(pages).length).toBeGreaterThan(50);
    expect(Object.keys(routes).length).toBeGreaterThan(20);
    expect(actions.length).toBeGreaterThan(100);
    const names = new Set(entries.map(({ name }) => name));
    expect(Object.keys(otherCallers).filter((name) => !names.has(name))).toEqual([]);
  });

  it("of the admin pages requires a permission", () => {
    const inside = entries.filter(({ place }) => /^\/admin(?:\/|$)/.test(place));
    const open = inside.filter(
      ({ who, permission }) => !(who === "admin" || who === "freshAdmin") || !permission,
    );
    expect(namesOf(open)).toEqual([]);
  });

  it("of an account's pages requires a session", () => {
    const [, own = ""] = /customersOnly = \/(.*)\/;/.exec(readFileSync("middleware.ts", "utf8")) ?? [];
    const inside = entries.filter(({ place }) => new RegExp(own).test(place));
    expect(inside.length).toBeGreaterThan(20);
    const open = inside.filter(({ who }) => who !== "customer" && who !== "accountHolder");
    expect(namesOf(open)).toEqual([]);
  });

  it("of an account's settings requires an administrator's second factor", () => {
    const inside = entries.filter(({ place }) => place.startsWith("/settings"));
    expect(namesOf(inside.filter(({ who }) => who !== "accountHolder"))).toEqual([]);
  });

  it("that strangers can send something to has a rate limit", () => {
    const isSent = ({ name, isAction }: Entry) => isAction || name.startsWith("POST ");
    const open = entries.filter(({ who, ...entry }) => {
      const isForStrangers = who === "everyone" || who === "linkHolder" || who === "adminByPassword";
      return isForStrangers && isSent({ who, ...entry }) && entry.limits.length === 0;
    });
    // Signing out only clears the caller's cookies and session.
    expect(open.map(({ name }) => name)).toEqual(["POST /auth/sign-out"]);
  });
});

it("each action names its check", () => {
  const silent = actions.filter(({ file, name }) => factsOf(file, name).policy === null);
  expect(silent.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

it("each job has one task", () => {
  const names = new Set(tasks.map(({ name }) => name));
  expect(names.size).toBe(tasks.length);
  const defined = definedJobs.map(([, { name }]) => name);
  expect(defined.length).toBeGreaterThan(8);
  expect(defined.filter((name) => !names.has(name))).toEqual([]);
});

it("each action that a permission to change allows writes to the audit log", () => {
  const silent = actions.filter(
    ({ permission, isAudited }) =>
      // A draft of the catalogue changes nothing before it is published, which is audited.
      permission && permission !== "catalogue.draft" && !permission.endsWith(".read") && !isAudited,
  );
  expect(silent.map(({ name }) => `${name}: its use case calls recordAudit`)).toEqual([]);
});

it("each administrator's action that may end in money going back needs a fresh sign-in", () => {
  const returning = actions.filter(({ permission, returnsMoney }) => permission && returnsMoney);
  expect(returning.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "refundOrderAction",
      "cancelItemAction",
      "decideRefillAction",
      "unblockOrderAction",
    ]),
  );
  const stale = returning.filter(({ who }) => who !== "freshAdmin");
  expect(stale.map(({ name }) => `${name}: make it a freshAdminAction`)).toEqual([]);
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
])("%s cancels, completes, unblocks, exports or shows as the buyer, and needs a fresh sign-in", (wanted) => {
  expect(entries.find(({ name }) => name === wanted)).toMatchObject({ who: "freshAdmin" });
});

it("each admin page leaves out the buttons that its visitor's role does not allow", () => {
  const guard = "app/admin/allowed-action.tsx";
  const unguarded = sourceFiles("app").filter(
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
