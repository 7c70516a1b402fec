import { describe, expect, it } from "vitest";
import { likelyMatch, searchOwn } from "@/app/admin/suppliers/find-own";
import type { OwnService } from "@/lib/shop/catalog/list-entries";

let id = 0;
const own = (platform: string, service: string, quality: string | null = null): OwnService => {
  id += 1;
  return {
    id,
    platform,
    service,
    quality,
    name: [`${platform} ${service}`, quality].filter(Boolean).join(" · "),
  };
};

const ours = [
  own("Instagram", "Followers", "Standard"),
  own("Instagram", "Followers", "Premium"),
  own("Instagram", "Views"),
  own("Instagram", "Story views"),
  own("Telegram", "Members"),
  own("Telegram", "Post views"),
  own("X", "Followers"),
];
const namesOf = (found: OwnService[]) => found.map(({ name }) => name);

describe("a search among the shop's services", () => {
  it.each([
    ["", 7],
    ["inst", 4],
    ["prem insta", 1],
    ["views", 3],
    ["x foll", 1],
    ["lowers", 0],
    ["snapchat", 0],
  ])("for %j finds %i", (typed, count) => {
    expect(searchOwn(ours, typed)).toHaveLength(count);
  });

  it("finds a quality by its name", () => {
    expect(namesOf(searchOwn(ours, "Followers PREMIUM"))).toEqual(["Instagram Followers · Premium"]);
  });
});

describe("the likely match of a supplier's service", () => {
  it.each([
    ["Instagram Followers [refill 30 days]", "Instagram Followers · Standard"],
    ["Instagram | Premium Followers", "Instagram Followers · Premium"],
    ["INSTAGRAM Story Views - fast", "Instagram Story views"],
    ["Instagram Views", "Instagram Views"],
    ["Telegram Post Views", "Telegram Post views"],
    ["X Followers", "X Followers"],
    ["Netflix Followers", undefined],
    ["TikTok Followers", undefined],
  ])("%s is %s", (text, name) => {
    expect(likelyMatch(text, ours)?.name).toBe(name);
  });
});
