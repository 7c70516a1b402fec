import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { startSocial } from "@/lib/local/social/start";
import { useEmulator } from "../../support/emulator";

// Only the vendor's own clients see these answers. The shop's view of them, the reserved handles and the faults among
// it, is tested with the shop's reader in tests/integration/delivery.

const social = useEmulator(() => startSocial({ port: 0 }));
beforeEach(() => social.control("/reset"));

const get = (path: string, headers: Record<string, string> = { "x-api-key": "fixture" }) =>
  fetch(`${social.url()}${path}`, { headers });
/** An answer's JSON in the shape that a test expects; throws when it has another. */
const read = async <T>(path: string, shape: z.ZodType<T>) => shape.parse(await (await get(path)).json());

describe.each([
  ["/v1/instagram/profile", { data: { user: null } }],
  ["/v1/tiktok/profile", { user: null }],
  ["/v1/youtube/channel", { channelId: null }],
])("an answer of %s", (path, husk) => {
  const missing = { success: true, error: "not_found", accountDoesNotExist: true };

  test.each([
    ["demo_missing", 404, missing],
    ["nobody.has.this.name", 404, missing],
    ["demo_husk", 200, husk],
    ["demo_ratelimit", 429, { success: false }],
    ["demo_nocredits", 402, { success: false }],
  ])("about %s has status %i", async (handle, status, body) => {
    const response = await get(`${path}?handle=${handle}`);
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining(body)]);
  });
});

test.each(["wa", "lu", "no"])("typing %s finds at least five handles, those first", async (query) => {
  const shape = z.object({ data: z.object({ users: z.array(z.object({ username: z.string() })) }) });
  const { users } = (await read(`/v1/instagram/search?query=${query}`, shape)).data;
  expect(users.length).toBeGreaterThanOrEqual(5);
  expect(users.slice(0, 5).every(({ username }) => username.startsWith(query))).toBe(true);
});

test("the controls show how often each name was requested, and a reset forgets it", async () => {
  for (let times = 0; times < 2; times++) await get("/v1/instagram/profile?handle=northfold");
  await get("/v1/instagram/search?query=no");
  await get("/media/avatar/ig-northfold.webp");
  expect(await social.view()).toMatchObject({
    total: 3,
    counts: { "/v1/instagram/profile": { northfold: 2 }, "/v1/instagram/search": { no: 1 } },
    calls: expect.arrayContaining([{ path: "/v1/instagram/search", query: { query: "no" } }]),
  });
  await social.control("/reset");
  expect(await social.view()).toMatchObject({ total: 0, counts: {}, calls: [] });
});

test("a fault fails one call and no more, and an unknown one is refused", async () => {
  await social.control("", { faults: ["429"] });
  const look = async () => (await get("/v1/instagram/profile?handle=northfold")).status;
  expect([await look(), await look()]).toEqual([429, 200]);
  await expect(social.control("", { faults: ["explode"] })).rejects.toThrow("400");
});
