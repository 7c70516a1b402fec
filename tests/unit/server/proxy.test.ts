import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the proxy's cache has no lock, because all pictures share one path, and so do all sign-ins", () => {
  // With a lock, nginx answers requests for a path that it may not cache one after the other, half a second apart.
  expect(readFileSync("nginx.conf", "utf8")).not.toMatch(/proxy_cache_lock/);
});
