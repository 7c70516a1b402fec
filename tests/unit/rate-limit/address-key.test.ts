import { expect, it } from "vitest";
import { addressKey } from "@/lib/rate-limit/address-key";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["not an address", "unknown"],
  ["", "unknown"],
])("the address %j is counted as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
