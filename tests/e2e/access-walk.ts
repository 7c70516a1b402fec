import { readFileSync } from "node:fs";
import { type BrowserContext, expect } from "@playwright/test";
import type { StaffRole } from "@/lib/people/auth/roles";
import { type Audience, actions, pages, type Rule, routes } from "../support/access";
import { origin, shopUnderTest } from "./local-shop";
import { ask, multipart, type RawAnswer, type RawRequest } from "./raw-http";
import {
  ageReauthentication,
  type Customer,
  forgetSecondFactor,
  run,
  seedOrder,
  seedTicket,
  signInAsNewAdmin,
  signInAsNewCustomer,
} from "./signed-in";

/** The kinds of caller. `agedAdmin` gave the second factor too long ago for money actions. */
export type Kind = "guest" | "customer" | "adminByPassword" | "agedAdmin" | "admin";
export const kinds: Kind[] = ["guest", "customer", "adminByPassword", "agedAdmin", "admin"];

/** The kinds that each rule must refuse. Administrators may shop, so they are customers too. */
export const outsiders: Record<Audience, Kind[]> = {
  everyone: [],
  localMode: [],
  customer: ["guest"],
  accountHolder: ["guest", "adminByPassword"],
  adminByPassword: ["guest", "customer"],
  admin: ["guest", "customer", "adminByPassword"],
  freshAdmin: ["guest", "customer", "adminByPassword", "agedAdmin"],
  // All kinds, because the walk sends no secret link, signature or key.
  linkHolder: kinds,
  stripe: kinds,
  resend: kinds,
  ownProcess: kinds,
};

type Signed<Who> = Who & { cookie: string };

/** Signs a new user in without a browser; returns the user and the session's cookie header. */
async function newCaller<Who>(
  signIn: (jar: { addCookies: BrowserContext["addCookies"] }) => Promise<Who>,
): Promise<Signed<Who>> {
  let cookie = "";
  const addCookies: BrowserContext["addCookies"] = async (cookies) => {
    cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  };
  return { ...(await signIn({ addCookies })), cookie };
}

/** The addresses of the admin pages that are not about one row. */
export const adminAddresses = Object.keys(pages).filter((path) => /^\/admin(?:\/[^[]+)?$/.test(path));

/** The cookie header of a new caller. */
export async function cookieOf(kind: Kind): Promise<string> {
  if (kind === "guest") return "";
  if (kind === "customer") return (await newCaller(signInAsNewCustomer)).cookie;
  const admin = await newCaller(signInAsNewAdmin);
  if (kind === "adminByPassword") await forgetSecondFactor(admin);
  if (kind === "agedAdmin") await ageReauthentication(admin);
  return admin.cookie;
}

/** The cookie header of a new administrator with this role. */
export async function cookieOfStaff(role: StaffRole): Promise<string> {
  return (await newCaller((jar) => signInAsNewAdmin(jar, role))).cookie;
}

type Victim = Signed<Customer> & { orderId: string; token: string; ticketId: string };

/** A customer whose order and ticket must not appear in any answer to another caller. */
export async function newVictim(): Promise<Victim> {
  const customer = await newCaller(signInAsNewCustomer);
  const { id: orderId, token } = await seedOrder(customer, { status: "completed" });
  const ticketId = await seedTicket(customer, `A question of ${customer.email}`);
  return { ...customer, orderId, token, ticketId };
}

/** All rows of the victim. */
export function rowsOf(victim: Victim): Promise<unknown> {
  return run(
    `SELECT 'order' AS kind, orders::text AS row FROM orders WHERE id = $1
     UNION ALL SELECT 'ticket', support_tickets::text FROM support_tickets WHERE id = $2
     UNION ALL SELECT 'account', users::text FROM users WHERE id = $3
     UNION ALL SELECT 'session', user_sessions::text FROM user_sessions WHERE user_id = $3
     UNION ALL SELECT 'role', user_roles::text FROM user_roles WHERE user_id = $3
     UNION ALL SELECT 'audit', id::text FROM audit_log WHERE subject_id IN ($1::text, $2::text, $3::text)
     ORDER BY 1, 2`,
    [victim.orderId, victim.ticketId, victim.id],
  );
}

/** The pattern's address with the victim's ids; tokens in it are ones that were never issued. */
function addressOf(pattern: string, victim: Victim): string {
  const values: Record<string, string> = {
    token: "A".repeat(22),
    platform: "instagram",
    service: "followers",
    kind: "verify",
    "...nextauth": "session",
    name: "create-order",
  };
  const id = pattern.includes("tickets")
    ? victim.ticketId
    : pattern.includes("customers")
      ? victim.id
      : victim.orderId;
  return pattern.replace(/\[([^\]]+)\]/g, (_, name: string) => values[name] ?? id);
}

export type Entry = { name: string; address: string; method: string; rule: Rule };

/** Every page and every route. */
export function entriesOf(victim: Victim): Entry[] {
  return [
    ...Object.entries(pages).map(([path, rule]) => ({ name: path, method: "GET", path, rule })),
    ...Object.entries(routes).map(([name, rule]) => {
      const [method = "", path = ""] = name.split(" ");
      return { name, method, path, rule };
    }),
  ].map(({ path, ...rest }) => ({ ...rest, address: addressOf(path, victim) }));
}

/** Variants of a request for the same address: all must meet the same check. */
export function waysTo({ address, method }: Entry): RawRequest[] {
  const own = { origin, "content-type": "application/json" };
  const plain = { method, path: address, ...(method === "POST" && { headers: own, body: "{}" }) };
  const first = address[1] ?? "";
  const paths = [
    `${address}/`,
    `/${address}`,
    `${address}/.`,
    `/.${address}`,
    `/terms/..${address}`,
    `/%2e${address}`,
    address.replace(/^\/./, `/${first.toUpperCase()}`),
    address.toUpperCase(),
    address.replace(/^\/./, `/%${first.charCodeAt(0).toString(16)}`),
    address.replace(/^\/./, `/%25${first.charCodeAt(0).toString(16)}`),
    `${address}%2f`,
    `${address}%20`,
    `${address};x=1`,
    `${address}?_rsc=abc`,
    `${address}.rsc`,
    `${address}.txt`,
    `${address}.segments/_tree.segment.rsc`,
    `/_next/data/${readFileSync(`${shopUnderTest.distDir}/BUILD_ID`, "utf8").trim()}${address}.json`,
    `${origin}${address}`,
  ];
  const headers: Record<string, string>[] = [
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { "x-nextjs-data": "1" },
    { "x-forwarded-host": "127.0.0.1", "x-original-url": address, "x-rewrite-url": address },
    { "x-http-method-override": "GET" },
    { purpose: "prefetch", "sec-purpose": "prefetch" },
    { authorization: "Bearer null" },
  ];
  return [
    plain,
    ...["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"].map((other) => ({
      method: other,
      path: address,
      headers: { origin },
    })),
    ...paths.map((path) => ({ ...plain, path })),
    ...headers.map((extra) => ({ ...plain, headers: { ...plain.headers, ...extra } })),
  ];
}

/**
 * Sends a request; follows Next's redirect that only adds its own query for a page's data. Few exports and password
 * hashes run at once and the walk requests many: a shop that says it is busy is asked again, as it advises.
 */
export async function askAs(cookie: string, way: RawRequest): Promise<RawAnswer> {
  const headers = { ...way.headers, cookie };
  let answer = await askUntilFree({ ...way, headers });
  const isRenamed = /[?&]_rsc=/.test(answer.location) && !/_rsc=/.test(way.path);
  if (isRenamed) answer = await askUntilFree({ ...way, headers, path: answer.location });
  return answer;
}

async function askUntilFree(way: RawRequest): Promise<RawAnswer> {
  let answer = await ask(way);
  await expect(async () => {
    if (isBusy(answer)) answer = await ask(way);
    expect(isBusy(answer)).toBe(false);
  }).toPass();
  return answer;
}

const isBusy = ({ status, text }: RawAnswer) => status === 503 && text.includes("We are very busy right now");

/** True for an answer that refuses, redirects, or holds only the names of a page's parts. */
export function isRefused(way: RawRequest, answer: RawAnswer): boolean {
  if ([301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 415].includes(answer.status)) return true;
  const isEmpty = answer.text === "" && way.method !== "GET";
  const isAhead = way.headers?.["next-router-prefetch"] !== undefined && answer.type === "text/x-component";
  return (
    answer.status === 204 ||
    isEmpty ||
    isAhead ||
    /NEXT_REDIRECT;|NEXT_HTTP_ERROR_FALLBACK;404/.test(answer.text)
  );
}

/** The victim's secrets in an answer. */
export const told = (answer: RawAnswer, victim: Victim) =>
  [victim.email, victim.token].filter((secret) => `${answer.headers}${answer.text}`.includes(secret));

export type Action = { id: string; name: string; file: string; path: string; rule: Rule | undefined };

/** Every server action of the build, as its manifest names them. */
export function actionsOfTheBuild(victim: Victim): Action[] {
  const file = `${shopUnderTest.distDir}/server/server-reference-manifest.json`;
  const manifest: { node: Record<string, { exportedName: string; filename: string; workers: object }> } =
    JSON.parse(readFileSync(file, "utf8"));
  return Object.entries(manifest.node).map(([id, { exportedName: name, filename, workers }]) => {
    const page = (Object.keys(workers)[0] ?? "").split("/").slice(1, -1);
    const path = `/${page.filter((part) => !part.startsWith("(")).join("/")}`;
    const rule = actions.find((action) => action.file === filename && action.name === name);
    return { id, name, file: filename, path: addressOf(path, victim), rule };
  });
}

/** One form for every action: all fields that any action reads, with the victim's ids. */
export function formAbout(victim: Victim): Record<string, string> {
  const unknown = crypto.randomUUID();
  const reason = "A walk through every action";
  return {
    userId: victim.id,
    orderId: victim.orderId,
    ticketId: victim.ticketId,
    sessionId: unknown,
    id: victim.orderId,
    itemId: unknown,
    refundId: unknown,
    supplierId: unknown,
    token: "A".repeat(22),
    email: `walk-${unknown.slice(0, 8)}@example.com`,
    username: "walker",
    name: "Walker",
    password: "not this password",
    newPassword: "not this password either",
    code: "000000",
    amount: "1.00",
    status: "resolved",
    subject: reason,
    message: `${reason}, said at length.`,
    response: `${reason}, said at length.`,
    group: "active",
    kind: "refund",
    role: "support",
    reason,
  };
}

/** Calls an action like the page's script, with `useActionState`'s arguments. */
export function byScript({ id, path }: Action, form: Record<string, string>): RawRequest {
  const fields = Object.entries(form).map(([name, value]): [string, string] => [`_1_${name}`, value]);
  // The arguments come last, because they refer to the fields before them.
  const { body, headers } = multipart([...fields, ["0", '[null,"$K1"]']]);
  return {
    method: "POST",
    path,
    body,
    headers: { ...headers, "next-action": id, origin, accept: "text/x-component" },
  };
}

/** Calls an action like a browser without JavaScript, with `useActionState`'s arguments. */
export function byForm({ id, path }: Action, form: Record<string, string>): RawRequest {
  const reference = {
    $ACTION_REF_1: "",
    "$ACTION_1:0": `{"id":"${id}","bound":"$@1"}`,
    "$ACTION_1:1": "[null]",
  };
  const { body, headers } = multipart(Object.entries({ ...reference, ...form }));
  return { method: "POST", path, body, headers: { ...headers, origin } };
}

/** The callers of an action: all that its rule refuses, and another customer. */
export function callersOf({ rule }: Action): Kind[] {
  if (!rule || rule.who === "linkHolder" || rule.who === "everyone") return ["customer"];
  const others: Kind[] = rule.who === "customer" || rule.who === "accountHolder" ? ["customer"] : [];
  return [...outsiders[rule.who], ...others];
}

/** The answer to a refused caller. */
export const refusal = /"code":"(?:unauthorized|forbidden)"/;
