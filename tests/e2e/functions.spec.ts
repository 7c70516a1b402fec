import { newEmail } from "./journey";
import { origin } from "./local-shop";
import { expect, test } from "./test";

const order = () => ({
  platform: "instagram",
  serviceType: "followers",
  username: "warmcrumbs",
  email: newEmail(),
  packageId: "followers-100",
  quantity: 100,
  price: 2.29,
  selectedPosts: [] as unknown[],
  isGuest: true,
});

const call = (name: string) => `/api/functions/${name}`;

test.describe("create-order refuses", () => {
  const refusals: [string, Record<string, unknown>, number, string][] = [
    ["a price of one cent", { price: 0.01 }, 400, "invalid_pricing"],
    ["a negative price", { price: -2.29 }, 400, "invalid_pricing"],
    ["a price that is no number", { price: "NaN" }, 400, "invalid_pricing"],
    ["no price", { price: undefined }, 400, "invalid_pricing"],
    ["more units for the same price", { quantity: 100_000 }, 400, "invalid_pricing"],
    ["an unknown package", { packageId: "__proto__" }, 400, "invalid_pricing"],
    ["another service's package", { packageId: "likes-50" }, 400, "invalid_pricing"],
    ["a platform that does not exist", { platform: "myspace" }, 400, "invalid_input"],
    ["no platform", { platform: undefined }, 400, "invalid_input"],
    ["a path as a username", { username: "../admin" }, 400, "invalid_username"],
    ["a username that does not exist", { username: "demo_missing" }, 400, "profile_not_found"],
    ["a private profile", { username: "demo_private" }, 400, "profile_private"],
    ["an email with a header in it", { email: "a@b.co\r\nBcc: x@y.zz" }, 400, "invalid_input"],
    ["an email of 300 letters", { email: `${"a".repeat(300)}@b.co` }, 400, "invalid_input"],
    ["posts for followers", { selectedPosts: [{ postId: "x", likesToAdd: 1 }] }, 400, "invalid_posts"],
  ];
  for (const [name, change, status, code] of refusals) {
    test(name, async ({ request }) => {
      const answer = await request.post(call("create-order"), { data: { ...order(), ...change } });
      expect(answer.status()).toBe(status);
      const { error } = await answer.json();
      expect(error.code).toBe(code);
      expect(error.message).toBeTruthy();
    });
  }
});

test("the same key, caller and body give the same order; another body is a conflict", async ({ request }) => {
  const data = order();
  const headers = { "Idempotency-Key": `key-${crypto.randomUUID()}`, Origin: origin };
  const first = await (await request.post(call("create-order"), { data, headers })).json();
  const second = await (await request.post(call("create-order"), { data, headers })).json();
  expect(second).toEqual(first);
  const third = await request.post(call("create-order"), { data: { ...data, email: newEmail() }, headers });
  expect(third.status()).toBe(409);
});

test("the handlers refuse foreign origins, other content types, other methods, large bodies and false credentials", async ({
  request,
}) => {
  const url = call("instagram-profile-lookup");
  const data = { username: "warmcrumbs" };
  expect((await request.post(url, { data, headers: { Origin: "https://evil.example" } })).status()).toBe(403);
  expect(
    (await request.post(url, { data: "username=x", headers: { "Content-Type": "text/plain" } })).status(),
  ).toBe(415);
  expect((await request.get(url)).status()).toBe(405);
  expect((await request.post(url, { data: { username: "x".repeat(300 * 1024) } })).status()).toBe(413);
  expect((await request.post(url, { data, headers: { Authorization: "Bearer nothing" } })).status()).toBe(
    401,
  );
  expect(
    (await request.post(url, { data: "{", headers: { "Content-Type": "application/json" } })).status(),
  ).toBe(400);
  expect((await request.post(call("no-such-function"), { data })).status()).toBe(404);
});

test("a missing profile is reported as missing, a failure of the provider is not", async ({ request }) => {
  const missing = await request.post(call("instagram-profile-lookup"), { data: { username: "demo_husk" } });
  expect(missing.status()).toBe(200);
  expect((await missing.json()).exists).toBe(false);
  const failing = await request.post(call("get-tiktok-profile"), { data: { username: "demo_badjson" } });
  expect(failing.status()).toBe(503);
  expect((await request.post(call("instagram-profile-lookup"), { data: { username: "a" } })).status()).toBe(
    400,
  );
});

test("a webhook with a bad signature changes nothing", async ({ request }) => {
  const answer = await request.post("/api/webhooks/stripe", {
    data: { id: "evt_x", type: "checkout.session.completed" },
    headers: { "stripe-signature": "t=1,v1=00" },
  });
  expect(answer.status()).toBe(400);
});
