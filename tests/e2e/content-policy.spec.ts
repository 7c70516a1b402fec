import { createHash } from "node:crypto";
import { prerenderedPaths } from "./local-shop";
import { expect, test } from "./test";

// These tests are about prerendered pages. Pages rendered for one visitor are covered by all browser tests, each of which
// fails when the policy blocks something (`complaints` in test.ts).

test("the policy of a prerendered page names each of its scripts, at its first request and from the page cache", async ({
  request,
}) => {
  const prerendered = prerenderedPaths().filter((path) => !/^\/_|\.|-image$|-icon$/.test(path));
  expect(prerendered.length).toBeGreaterThan(30);
  for (const path of [...prerendered, "/nowhere/at/all", "/Auth", "/admin/nowhere"])
    for (const time of ["first", "again"]) {
      const answer = await request.get(path);
      const policy = /script-src ([^;]+)/.exec(answer.headers()["content-security-policy"] ?? "")?.[1];
      expect.soft(policy, path).not.toContain("unsafe-inline");
      const scripts = [
        // Data for search engines is no script.
        ...(await answer.text()).matchAll(
          /<script(?![^>]*\s(?:src=|type="(?:application\/ld\+json|text\/plain)"))([^>]*)>([\s\S]*?)<\/script>/g,
        ),
      ];
      expect.soft(scripts.length, path).toBeGreaterThan(1);
      for (const [, attributes = "", text = ""] of scripts) {
        const hash = `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
        const nonce = `'nonce-${/nonce="([^"]+)"/.exec(attributes)?.[1]}'`;
        const isNamed = policy?.split(" ").some((source) => source === hash || source === nonce);
        expect.soft(isNamed, `${time} answer of ${path}: ${text.slice(0, 80)}`).toBe(true);
      }
    }
});

for (const path of ["/instagram", "/auth"]) {
  test(`a script injected into ${path} does not run`, async ({ page, complaints }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(complaints).toEqual([]);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror='window.isIn = true'>");
    });
    await expect.poll(() => complaints).toEqual([expect.stringContaining("Content Security Policy")]);
    expect(await page.evaluate(() => "isIn" in window)).toBe(false);
    complaints.pop();
  });
}
