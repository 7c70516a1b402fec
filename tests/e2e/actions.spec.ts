import { readFileSync } from "node:fs";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { origin, shopUnderTest } from "./local-shop";
import { signInAsNewCustomer } from "./signed-in";

type Action = { id: string; name: string; file: string; path: string };

/** Whose actions anybody may call; each guards itself by a link's secret, a password or a limit. */
const forEverybody = [
  /^app\/\(account\)\/auth\//,
  /^app\/\(account\)\/settings\/confirm-email\//,
  /^app\/\(purchase\)\//,
  /^app\/\(storefront\)\//,
];
const signInOfTheDesk = "deskSignInAction";
/** Not those of app/admin-auth: who is signed in gives the second factor there, and is refused for other reasons. */
const forAdministrators = /^app\/admin\//;

/** Every server action of the build, as its manifest names them: nobody can forget one here. */
function actionsOfTheBuild(): Action[] {
  const file = `${shopUnderTest.distDir}/server/server-reference-manifest.json`;
  const manifest: { node: Record<string, { exportedName: string; filename: string; workers: object }> } =
    JSON.parse(readFileSync(file, "utf8"));
  return Object.entries(manifest.node).map(([id, { exportedName, filename, workers }]) => ({
    id,
    name: exportedName,
    file: filename,
    path: pathOf(Object.keys(workers)[0] ?? ""),
  }));
}

/** The address of a page: `app/(account)/tickets/[id]/page` is at `/tickets/<some id>`. */
function pathOf(worker: string): string {
  const parts = worker.split("/").slice(1, -1);
  const shown = parts.filter((part) => !part.startsWith("("));
  return `/${shown.map((part) => (part.startsWith("[") ? crypto.randomUUID() : part)).join("/")}`;
}

/** Calls an action as a browser does, with `useActionState`'s arguments and a form of nothing. */
async function call(request: APIRequestContext, { id, path }: Action) {
  const response = await request.post(path, {
    maxRedirects: 0,
    headers: { "next-action": id, origin, accept: "text/x-component" },
    multipart: { "1_nothing": "", "0": '[null,"$K1"]' },
  });
  return {
    status: response.status(),
    location: response.headers().location ?? "",
    text: await response.text(),
  };
}

const refusal = /"code":"(?:unauthorized|forbidden)"/;
const isPublic = ({ file, name }: Action) =>
  name === signInOfTheDesk || forEverybody.some((pattern) => pattern.test(file));

test("every action that is not for everybody refuses a guest", async ({ request }) => {
  const actions = actionsOfTheBuild().filter((action) => !isPublic(action));
  expect(actions.length).toBeGreaterThan(10);
  for (const action of actions) {
    const { status, location, text } = await call(request, action);
    const isSentAway = [303, 307].includes(status) && /\/(?:auth|admin-auth)\b/.test(location);
    expect(isSentAway || refusal.test(text), `${action.name}: ${status} ${text.slice(0, 300)}`).toBe(true);
    expect(text).not.toContain('"ok":true');
  }
});

test("every action of administrators refuses a customer", async ({ page }) => {
  await signInAsNewCustomer(page.context());
  const actions = actionsOfTheBuild().filter(
    (action) => forAdministrators.test(action.file) && !isPublic(action),
  );
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) {
    const { status, text } = await call(page.request, action);
    expect(refusal.test(text), `${action.name}: ${status} ${text.slice(0, 300)}`).toBe(true);
    expect(text).not.toContain('"ok":true');
  }
});

test("an action that is posted to a page which does not have it is refused, and never forwarded", async ({
  request,
}) => {
  const tracking = actionsOfTheBuild().find(({ name }) => name === "trackAction");
  if (!tracking) throw new Error("the build has no trackAction");
  for (const path of ["/terms", "/auth", "/"]) {
    const { status, text } = await call(request, { ...tracking, path });
    expect([path, status, text]).toEqual([path, 409, "Server Action unavailable."]);
  }
  expect((await call(request, tracking)).status).toBe(200);
});
