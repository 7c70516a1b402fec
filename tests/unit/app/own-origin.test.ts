import { expect, it } from "vitest";
import { visitorsOrigin } from "@/app/_server/http/own-origin";

const local = { APP_MODE: "local" as const, SHOP_ORIGIN: "http://127.0.0.1:3100" };
const live = { APP_MODE: "live" as const, SHOP_ORIGIN: "https://shop.example" };

it.each([
  [local, "localhost:3100", "http://localhost:3100"],
  [local, "127.0.0.1:3100", "http://127.0.0.1:3100"],
  [local, "localhost:3101", local.SHOP_ORIGIN],
  [local, "evil.example", local.SHOP_ORIGIN],
  [local, "localhost:3100@evil.example", local.SHOP_ORIGIN],
  [local, null, local.SHOP_ORIGIN],
  [live, "localhost", live.SHOP_ORIGIN],
  [live, "shop.example", live.SHOP_ORIGIN],
  [live, "evil.example", live.SHOP_ORIGIN],
])("a payment in %o from a page at %s comes back to %s", (env, host, origin) => {
  const headers = { get: (name: string) => (name === "host" ? host : null) };
  expect(visitorsOrigin(headers, env)).toBe(origin);
});
