import { expect, it } from "vitest";
import { addressKey, widerKey } from "@/lib/base/rate-limit/address-key";

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

it.each([
  ["203.0.113.7", null],
  ["::ffff:203.0.113.7", null],
  ["2001:db8:1:2:aaaa::1", "2001:db8:1::/48"],
  ["2001:db8:1:ffff::1", "2001:db8:1::/48"],
  ["2001:db8:2::1", "2001:db8:2::/48"],
  ["not an address", null],
])("the wider network of the address %j is %s", (address, key) => {
  expect(widerKey(address)).toBe(key);
});
