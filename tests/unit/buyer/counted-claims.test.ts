import { expect, it } from "vitest";
import { countedClaims } from "@/lib/buyer/facts/counted-claims";

const period = { since: new Date(0), until: new Date(1) };
const delivered = (n: number, value: number) => [{ name: "delivered", n, value, ...period }];

it.each([
  ["nothing counted leaves every claim", [], [], {}],
  ["too few orders leave the claims about orders", delivered(29, 20), [], {}],
  ["one review hides the claimed rating", [], [{ stars: 4, count: 1 }], { rating: null }],
  [
    "ten reviews replace the claimed rating by their average, rounded down",
    [],
    [
      { stars: 5, count: 9 },
      { stars: 2, count: 1 },
    ],
    { rating: "4.7/5" },
  ],
  [
    "counted orders replace the success rate, and hide more creators than orders",
    delivered(40, 39),
    [],
    { successRate: "97%", trustedBy: null },
  ],
  ["enough orders keep the number of creators", delivered(50_000, 50_000), [], { successRate: "100%" }],
])("%s", (_, facts, stars, expected) => expect(countedClaims(facts, stars)).toEqual(expected));
