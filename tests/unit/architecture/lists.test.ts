import { describe, expect, it } from "vitest";
import { adminPages } from "@/app/admin/admin-pages";
import { inWords } from "@/lib/base/text/words";
import { evidenceIsOver } from "@/lib/delivery/items/evidence-limits";
import { evidenceModes } from "@/lib/delivery/suppliers/evidence-modes";
import { eventTypes } from "@/lib/money/webhooks/event-types";
import { reasonText } from "@/lib/operator/reporting/reason-text";
import { tasks } from "@/lib/running/worker/tasks";
import { pages } from "../../support/access";
import { definedJobs } from "./defined-jobs";
import { textOf } from "./wings";

// The shop leads administrators to these pages.
const outsideTheMenu = ["/admin/refused", "/admin/confirm", "/admin/search"];

it("each page of the admin area is in its menu, with the permission that opens it", () => {
  const wanted = Object.entries(pages)
    .filter(([address]) => /^\/admin(?:\/\w[\w-]*)?$/.test(address) && !outsideTheMenu.includes(address))
    .map(([href, { permission }]) => `href: "${href}", permission: "${permission}"`);
  const menu = adminPages
    // The overview's tabs, which have entries of their own.
    .filter(({ href }) => !href.includes("?"))
    .map(({ href, permission }) => `href: "${href}", permission: "${permission}"`);
  expect(menu.toSorted(), "app/admin/admin-pages.ts").toEqual(wanted.toSorted());
});

// https://docs.stripe.com/api/events/list: `types` takes up to 20, and reconcile-events.ts sends all of them.
it("the types of Stripe's events are at most 20", () => expect(eventTypes.length).toBeLessThanOrEqual(20));

it("docs/monitoring.md has every recurring job", () => {
  const [, section = ""] = textOf("docs/monitoring.md").split("## Jobs\n");
  const recurring = tasks.filter(({ periodMs }) => periodMs).map(({ name }) => name);
  expect(recurring.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

const rowJobs = definedJobs.flatMap(([name, job]) => ("prefix" in job ? [[name, job] as const] : []));

describe("a job about a row", () => {
  it("is added by the sweeper when it says which rows are due", () => {
    expect(rowJobs.length).toBeGreaterThan(10);
    const [, list = ""] = /const dueJobs = \[([^\]]*)\]/.exec(textOf("lib/running/worker/sweep.ts")) ?? [];
    const swept = list.match(/\w+/g) ?? [];
    const due = rowJobs.filter(([, job]) => job.due).map(([name]) => name);
    expect(swept.toSorted(), "dueJobs of lib/running/worker/sweep.ts").toEqual(due.toSorted());
  });

  it("has a prefix of its own", () => {
    const prefixes = new Map(rowJobs.map(([, { name, prefix }]) => [name, prefix]));
    expect(new Set(prefixes.values()).size).toBe(prefixes.size);
  });
});

it("a change of any setting of evidence leaves the calls lost before it to an operator", () => {
  const [, supplier = ""] = /^model Supplier \{([\s\S]*?)^\}/m.exec(textOf("prisma/schema.prisma")) ?? [];
  const columns = [...supplier.matchAll(/^ {2}(evidence\w+)/gm)].map(([, name]) => name ?? "");
  const needed = Object.values(evidenceModes).flatMap(({ needs }) => needs ?? []);
  const [, list = ""] =
    /const evidenceFields = \[([^\]]*)\]/.exec(textOf("lib/delivery/suppliers/edit-supplier.ts")) ?? [];
  const compared = new Set(list.match(/\w+/g));
  expect(columns).toContain("evidenceSince");
  const settings = [...columns, ...needed].filter((name) => name !== "evidenceSince");
  expect(
    settings.filter((name) => !compared.has(name)),
    "lib/delivery/suppliers/edit-supplier.ts",
  ).toEqual([]);
});

it("a lost call that is left to an operator has its reason in words", () => {
  const reasons = [...evidenceIsOver, "not_executed"];
  const spelled = reasons.filter((reason) => reasonText(reason) === inWords(reason));
  expect(spelled, "lib/operator/reporting/reason-text.ts").toEqual([]);
});
