import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the proxy's cache makes no visitor wait for another: all pictures and all sign-ins have one path each", () => {
  // With a lock, nginx answers requests for a path that it may not keep one after the other, half a second apart.
  expect(readFileSync("nginx.conf", "utf8")).not.toMatch(/proxy_cache_lock/);
});
