import { expect, it } from "vitest";
import { profileResultSchema } from "@/lib/delivery/social/social-data";
import { isOtherAccount, targetAccountId } from "@/lib/orders/order/target-account";

const profile = {
  exists: true,
  username: "demo",
  full_name: "",
  biography: "",
  profile_picture_url: null,
  followers_count: 1,
  following_count: 1,
  posts_count: 1,
  is_private: false,
  is_verified: false,
};
const found = (fields: object) => profileResultSchema.parse({ ...profile, ...fields });

it.each([
  ["another id is another account", { account_id: "1" }, "2", true],
  ["the same id is the same account, whatever its name", { account_id: "2", username: "new" }, "2", false],
  ["an answer without an id may be the account", { account_id: null }, "2", false],
  ["an answer that was cached before there were ids may be the account", {}, "2", false],
  ["an order from before there were ids may be for the account", { account_id: "1" }, null, false],
  ["a missing account is no other one", { exists: false }, "2", false],
])("%s", (_, fields, accountId, expected) => {
  expect(isOtherAccount(found(fields), accountId)).toBe(expected);
});

it.each([
  [{ accountId: "2" }, "2"],
  [{ accountId: null }, null],
  [{ followersCount: 0 }, null],
  [{}, null],
])("an order's profile %o names the account %s", (stored, id) => {
  expect(targetAccountId(stored)).toBe(id);
});
