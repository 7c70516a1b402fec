import { expect, it } from "vitest";
import { isMappable, whyNotMappable } from "@/lib/shop/catalog/mappable";

it.each(["Default", " default ", "DEFAULT"])("a service of type %j can be mapped", (type) => {
  expect([isMappable(type), whyNotMappable(type)]).toEqual([true, null]);
});

it.each([
  ["Custom Comments", "Custom Comments needs a list of comments, which orders here don't have."],
  [
    "Custom Comments Package",
    "Custom Comments Package needs a list of comments, which orders here don't have.",
  ],
  [
    "Mentions User Followers",
    "Mentions User Followers needs a choice of accounts to mention, which orders here don't have.",
  ],
  ["Poll", "Poll needs the answer to vote for, which orders here don't have."],
  ["subscriptions", "subscriptions needs a number of future posts, which orders here don't have."],
  ["Package", "A Package always has the same size, and orders here say how many they need."],
  [
    "Web Traffic",
    "Web Traffic may need more than a link and a quantity, which is all that orders here have.",
  ],
  [
    " ",
    "A service without a type may need more than a link and a quantity, which is all that orders here have.",
  ],
])("a service of type %j can't be mapped, and says why", (type, sentence) => {
  expect([isMappable(type), whyNotMappable(type)]).toEqual([false, sentence]);
});
