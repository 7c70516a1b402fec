import { readdirSync, readFileSync } from "node:fs";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { newEmail } from "./journey";
import { shopUnderTest } from "./local-shop";
import {
  forgetSecondFactor,
  seedOrder,
  seedTicket,
  signInAsNewAdmin,
  signInAsNewCustomer,
} from "./signed-in";

type Victim = { email: string; orderId: string; ticketId: string };

/** Every page and route of the build under these folders, as its manifest names them: nobody can forget one here. */
function pathsOfTheBuild(folder: RegExp, victim: Victim): string[] {
  const file = `${shopUnderTest.distDir}/app-path-routes-manifest.json`;
  const manifest: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  return [...new Set(Object.values(manifest))]
    .filter((path) => folder.test(path))
    .map((path) => path.replace("[id]", path.includes("tickets") ? victim.ticketId : victim.orderId));
}

const desk = /^\/admin(?:\/|$)/;
const account = /^\/(?:dashboard|orders|settings|tickets)(?:\/|$)/;

/** What is asked for as a whole page, and as the data of one. */
const ways = [{}, { rsc: "1" }, { rsc: "1", "next-router-prefetch": "1" }] as Record<string, string>[];

/** Asks for a page without following where it leads; only the name that Next gives a page's data is added on the way. */
async function ask(request: APIRequestContext, path: string, headers: Record<string, string>) {
  const answer = await request.get(path, { headers, maxRedirects: 0 });
  const named = answer.headers().location ?? "";
  return named.includes("_rsc") ? request.get(named, { headers, maxRedirects: 0 }) : answer;
}

/** Fails unless each of the paths sends its visitor away or refuses, and none of them tells of the victim. */
async function expectShut(request: APIRequestContext, paths: string[], victim: Victim, way: RegExp) {
  for (const path of paths) {
    for (const headers of ways) {
      const answer = await ask(request, path, headers);
      const text = await answer.text();
      const name = `${path} ${JSON.stringify(headers)}: ${answer.status()} ${answer.headers().location} ${text.slice(0, 200)}`;
      const led = `${answer.headers().location ?? ""} ${/NEXT_REDIRECT;[^"]*/.exec(text)?.[0] ?? ""}`;
      // A look ahead is answered with the names of the page's parts, which are no secret.
      const isAhead = "next-router-prefetch" in headers && answer.status() === 200;
      expect([401, 403, 404].includes(answer.status()) || way.test(led) || isAhead, name).toBe(true);
      expect(text, name).not.toContain(victim.email);
    }
  }
}

async function newVictim(): Promise<Victim> {
  const email = newEmail();
  const { id: orderId } = await seedOrder({ id: null, email }, { status: "completed" });
  return { email, orderId, ticketId: await seedTicket({ id: null, email }, `A question of ${email}`) };
}

test("the desk's pages and files are shut to guests, to customers and before the second factor", async ({
  page,
  context,
  request,
}) => {
  const victim = await newVictim();
  const paths = pathsOfTheBuild(desk, victim);
  expect(paths.length).toBeGreaterThan(15);
  await expectShut(request, paths, victim, /\/auth\?next=/);

  await signInAsNewCustomer(context);
  await expectShut(page.request, paths, victim, /\/auth\/denied/);

  await context.clearCookies();
  const admin = await signInAsNewAdmin(context);
  const ofOrder = await page.request.get(`/admin/orders/${victim.orderId}`);
  expect(await ofOrder.text()).toContain(victim.email);
  await forgetSecondFactor(admin);
  await expectShut(page.request, paths, victim, /\/admin-auth/);
});

test("a customer's pages are shut to guests, and show nothing of another customer", async ({
  page,
  context,
  request,
}) => {
  const victim = await newVictim();
  const paths = pathsOfTheBuild(account, victim);
  expect(paths.length).toBeGreaterThan(5);
  const shut = paths.filter((path) => path !== "/settings/confirm-email");
  await expectShut(request, shut, victim, /\/auth\?next=/);

  await signInAsNewCustomer(context);
  for (const path of paths) {
    for (const headers of ways) {
      const answer = await ask(page.request, path, headers);
      expect(answer.status(), path).toBeLessThan(500);
      expect(await answer.text(), path).not.toContain(victim.email);
    }
  }
  expect((await page.request.get(`/orders/${victim.orderId}`)).status()).toBe(404);
  expect((await page.request.get(`/tickets/${victim.ticketId}`)).status()).toBe(404);
});

test("what browsers are sent holds no secret, and not the name of one", () => {
  const folder = `${shopUnderTest.distDir}/static`;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:js|css|json)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(10);
  const secret =
    /\b(?:sk|rk)_(?:test|live)_\w|whsec_\w|\bre_local\b|SHOP_SECRET|ADMIN_PASSWORD|STRIPE_SECRET_KEY|RESEND_API_KEY|postgres(?:ql)?:\/\//;
  for (const name of files) {
    const found = secret.exec(readFileSync(`${folder}/${name}`, "utf8"));
    expect(found?.[0], name).toBeUndefined();
  }
});
