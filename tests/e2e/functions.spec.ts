import { newEmail } from "./journey";
import { expect, test } from "./test";

// The rules are tested in tests/integration/checkout and tests/integration/social. Here is one answer of each kind, from
// the build behind its HTTP server.

const call = (name: string) => `/api/functions/${name}`;

test("create-order answers a wrong price with its code and a message", async ({ request }) => {
  const data = {
    platform: "instagram",
    serviceType: "followers",
    username: "warmcrumbs",
    email: newEmail(),
    packageId: "followers-100",
    quantity: 100,
    price: 0.01,
  };
  const answer = await request.post(call("create-order"), { data });
  expect(answer.status()).toBe(400);
  expect(await answer.json()).toMatchObject({
    error: { code: "invalid_pricing", message: "Invalid package pricing" },
  });
});

test("the handlers refuse foreign origins, other methods, large bodies and unknown names", async ({
  request,
}) => {
  const url = call("instagram-profile-lookup");
  const data = { username: "warmcrumbs" };
  expect((await request.post(url, { data, headers: { Origin: "https://evil.example" } })).status()).toBe(403);
  expect((await request.get(url)).status()).toBe(405);
  expect((await request.post(url, { data: { username: "x".repeat(300 * 1024) } })).status()).toBe(413);
  expect((await request.post(call("no-such-function"), { data })).status()).toBe(404);
});

test("a webhook with a bad signature changes nothing", async ({ request }) => {
  const answer = await request.post("/api/webhooks/stripe", {
    data: { id: "evt_x", type: "checkout.session.completed" },
    headers: { "stripe-signature": "t=1,v1=00" },
  });
  expect(answer.status()).toBe(400);
});
