import { describe, expect, it } from "vitest";
import { limits } from "@/lib/base/rate-limit/limits";
import { useDatabase } from "../../support/database";
import { useHandlers } from "../../support/handlers";
import { useSocial } from "../../support/social";

const { database } = useDatabase();
const social = useSocial(database);
const handlers = useHandlers(database, social);

describe("the image proxy", () => {
  const of = (url: string) => `?url=${encodeURIComponent(url)}`;

  async function pictureOf(username: string): Promise<string> {
    const { json } = await handlers.call("instagram-profile-lookup", { username });
    return String(json.profile_picture_url).replace("/api/image-proxy", "");
  }

  it("serves a picture with headers that let browsers use it only as a picture", async () => {
    const response = await handlers.getImage(await pictureOf("warmcrumbs"));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "public, max-age=86400, stale-while-revalidate=604800",
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
    expect((await response.text()).slice(0, 4)).toBe("RIFF");
  });

  it("sends every reader the same bytes in memory, so that slow readers need no copies", async () => {
    const query = await pictureOf("warmcrumbs");
    const chunks = await Promise.all(
      [1, 2].map(async () => (await (await handlers.getImage(query)).body?.getReader().read())?.value),
    );
    expect(chunks[0]?.length).toBeGreaterThan(0);
    expect(chunks[1]?.buffer).toBe(chunks[0]?.buffer);
  });

  it.each([
    ["its tag", (etag: string) => etag],
    ["its tag as a weak one", (etag: string) => `W/${etag}`],
    ["several tags", (etag: string) => `"other", ${etag}`],
    ["any tag", () => "*"],
  ])("sends no body to a browser that names %s of the picture", async (_, named) => {
    const query = await pictureOf("warmcrumbs");
    const etag = (await handlers.getImage(query)).headers.get("etag") ?? "";
    const response = await handlers.getImage(query, { "if-none-match": named(etag) });
    expect(response.status).toBe(304);
    expect(response.headers.get("etag")).toBe(etag);
    expect(await response.text()).toBe("");
  });

  it("sends the picture to a browser that names another", async () => {
    const response = await handlers.getImage(await pictureOf("warmcrumbs"), { "if-none-match": '"other"' });
    expect(response.status).toBe(200);
  });

  it("draws a placeholder for a picture that is gone", async () => {
    const response = await handlers.getImage(await pictureOf("demo_expired"));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "x-image-proxy": "placeholder",
      "cache-control": "public, max-age=300",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(await response.text()).toContain(">D</text>");
  });

  it("draws a placeholder for a picture in a format that browsers can't show", async () => {
    const { json } = await handlers.call("get-tiktok-posts", { username: "demo_heic" });
    const response = await handlers.getImage(String(json.posts[0].imageUrl).replace("/api/image-proxy", ""));
    expect(response.status).toBe(200);
    expect(response.headers.get("x-image-proxy")).toBe("placeholder");
  });

  it("passes on only pictures", async () => {
    const response = await handlers.getImage(of(`${social.url}/_control`));
    expect(response.status).toBe(502);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toMatch(/^<svg /);
  });

  it.each([
    "",
    "?url=",
    "?link=x",
    of("http://169.254.169.254/"),
    of("http://127.0.0.1:3000/"),
    of("file:///etc/passwd"),
  ])("answers 400 for %j", async (query) => {
    const response = await handlers.getImage(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "invalid_input" } });
  });

  it("answers 429 once an address has asked too often", async () => {
    const query = await pictureOf("warmcrumbs");
    const answers = await Promise.all(
      Array.from({ length: limits.imageProxy.points + 1 }, () => handlers.getImage(query)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
