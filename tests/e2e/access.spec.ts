import { readFileSync } from "node:fs";
import { files, pages, routes } from "../support/access";
import {
  actionsOfTheBuild,
  askAs,
  byForm,
  byScript,
  callersOf,
  cookieOf,
  entriesOf,
  formAbout,
  isRefused,
  type Kind,
  kinds,
  newVictim,
  outsiders,
  refusal,
  rowsOf,
  told,
  waysTo,
} from "./access-walk";
import { shopUnderTest } from "./local-shop";
import { forEach } from "./raw-http";
import { expect, test } from "./test";

// Calls every page, route and action of the build as every kind of caller that its rule refuses: the callers that
// tests/support/access.ts reads from the source. It needs no browser, because only the answers count.

const reader = "tests/support/access.ts";

test("every page and every route of the build has its callers read from the source", () => {
  const file = `${shopUnderTest.distDir}/app-path-routes-manifest.json`;
  const built = new Set(Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>));
  const inside = [/^\/_/, /^\/api\/functions\/\[name\]$/];
  const known = new Set([
    ...Object.keys(pages),
    ...Object.keys(routes).map((name) => name.split(" ")[1]),
    ...files,
  ]);
  const missing = [...built].filter((path) => !known.has(path) && !inside.some((own) => own.test(path)));
  expect(missing.map((path) => `${reader} does not find ${path}`)).toEqual([]);
});

test("every page and route refuses callers that its source does not name, however they ask", async () => {
  const victim = await newVictim();
  const wrong: string[] = [];
  let asked = 0;
  for (const kind of ["guest", "customer", "adminByPassword"] as const) {
    const cookie = await cookieOf(kind);
    const all = entriesOf(victim).flatMap((entry) => {
      const { who } = entry.rule;
      const isOutside = outsiders[who].includes(kind);
      // Without the second factor an administrator counts as a customer.
      if (kind === "adminByPassword" && !isOutside) return [];
      // Allowed callers need fewer variants: each with every method, public pages with two.
      const isForAll = who === "everyone" || who === "localMode";
      const ways = isOutside ? waysTo(entry) : waysTo(entry).slice(0, isForAll ? 2 : 7);
      return ways.map((way) => ({ entry, way, isOutside }));
    });
    await forEach(all, async ({ entry, way, isOutside }) => {
      const answer = await askAs(cookie, way);
      asked++;
      const name = `${kind}: ${way.method} ${way.path} ${JSON.stringify(way.headers ?? {})} of ${entry.name}: ${answer.status} ${answer.type} ${answer.location} ${answer.text.slice(0, 120)}`;
      if (answer.status >= 500) wrong.push(`failed: ${name}`);
      if (told(answer, victim).length > 0) wrong.push(`told of the victim: ${name}`);
      if (isOutside && !isRefused(way, answer)) wrong.push(`let in: ${name}`);
    });
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(1_500);
});

test("actions refuse callers that their source does not name, and no other's data leaks or changes", async () => {
  const victim = await newVictim();
  const built = actionsOfTheBuild(victim);
  const missing = built.filter(({ rule }) => !rule);
  expect(missing.map(({ file, name }) => `${reader} does not find ${name} of ${file}`)).toEqual([]);
  const before = await rowsOf(victim);
  const wrong: string[] = [];
  const calls = built.flatMap((action) => callersOf(action).map((kind) => ({ kind, action })));
  const cookies = new Map<Kind, string>();
  for (const kind of kinds) cookies.set(kind, await cookieOf(kind));
  const both = calls.flatMap((call) => [byScript, byForm].map((by) => ({ ...call, by })));
  await forEach(both, async ({ kind, action, by }) => {
    const who = action.rule?.who ?? "everyone";
    const isOutside = who !== "linkHolder" && outsiders[who].includes(kind);
    // Some customer actions end the caller's session.
    const isOwn = kind === "customer" && (who === "customer" || who === "accountHolder");
    const cookie = isOwn ? await cookieOf(kind) : cookies.get(kind);
    const answer = await askAs(cookie ?? "", by(action, formAbout(victim)));
    const name = `${kind} ${by.name} ${action.file} ${action.name}: ${answer.status} ${answer.location} ${answer.text.slice(-300)}`;
    if (answer.status >= 500) wrong.push(`failed: ${name}`);
    // An administrator whose second factor is old may still see the page with the form.
    if (kind !== "agedAdmin" && told(answer, victim).length > 0) wrong.push(`told of the victim: ${name}`);
    const isSentAway = [303, 307].includes(answer.status) && /\/(?:auth|admin-auth)\b/.test(answer.location);
    // The form is validated before re-authentication is requested.
    const isAskedLater = kind === "agedAdmin" && answer.text.includes('"ok":false');
    const isShut = isSentAway || refusal.test(answer.text) || isAskedLater || by === byForm;
    if (isOutside && (!isShut || answer.text.includes('"ok":true'))) wrong.push(`let in: ${name}`);
  });
  expect(wrong).toEqual([]);
  expect(await rowsOf(victim)).toEqual(before);
});

test("callers that the source names are let in: pages show them the victim, and the same form has its effect", async () => {
  const victim = await newVictim();
  const admin = await cookieOf("admin");
  const shows = async (cookie: string, path: string) =>
    told(await askAs(cookie, { path }), victim).length > 0;
  for (const path of [
    `/orders/${victim.orderId}`,
    `/tickets/${victim.ticketId}`,
    "/settings",
    "/settings/export",
    "/api/me",
  ])
    expect.soft(await shows(victim.cookie, path), path).toBe(true);
  const byId = await askAs(victim.cookie, { path: `/orders/${victim.orderId}` });
  expect(byId.location).toContain(`/order/${victim.token}`);
  for (const path of [
    `/admin/orders/${victim.orderId}`,
    `/admin/customers/${victim.id}`,
    `/admin/tickets/${victim.ticketId}`,
  ])
    expect.soft(await shows(admin, path), path).toBe(true);

  const built = actionsOfTheBuild(victim);
  const form = { ...formAbout(victim), password: "", code: "" };
  const call = async (cookie: string, name: string, by: typeof byScript) => {
    const action = built.find((each) => each.name === name);
    return action ? askAs(cookie, by(action, form)) : undefined;
  };
  const aged = await cookieOf("agedAdmin");
  for (const part of ["buyer", "evidence.json", "evidence.pdf"]) {
    const { location } = await askAs(aged, { path: `/admin/orders/${victim.orderId}/${part}` });
    expect.soft(location, part).toContain("/admin/confirm?next=");
  }
  const exported = await askAs(aged, { path: "/admin/orders/export?status=completed" });
  expect(exported.location).toContain(encodeURIComponent("/admin?status=completed&zone=UTC&sort=newest"));
  for (const name of ["grantRoleAction", "anonymizeCustomerAction"])
    expect.soft((await call(aged, name, byScript))?.text, name).toContain('"code":"reauthentication_needed"');
  for (const by of [byScript, byForm]) {
    const before = await rowsOf(victim);
    expect((await call(victim.cookie, "replyAction", by))?.status).toBeLessThan(400);
    expect((await call(admin, "answerTicketAction", by))?.status).toBeLessThan(400);
    expect(await rowsOf(victim), by.name).not.toEqual(before);
  }
});

test("an action posted to a page that lacks it is refused, and never forwarded", async () => {
  const victim = await newVictim();
  const tracking = actionsOfTheBuild(victim).find(({ name }) => name === "trackAction");
  if (!tracking) throw new Error("the build has no trackAction");
  for (const path of ["/terms", "/auth", "/"]) {
    const { status, text } = await askAs("", byScript({ ...tracking, path }, {}));
    expect.soft([status, text], path).toEqual([409, "Server Action unavailable."]);
  }
  expect((await askAs("", byScript(tracking, {}))).status).toBe(200);
});
