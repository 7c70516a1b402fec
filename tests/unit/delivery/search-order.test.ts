import { describe, expect, it } from "vitest";
import { proxiedImage } from "@/lib/delivery/social/lookup-profile";
import { rankHits } from "@/lib/delivery/social/search-profiles";
import type { SearchHit } from "@/lib/delivery/social/social-data";

const hit = (username: string): SearchHit => ({
  username,
  full_name: "",
  biography: "",
  followers_count: null,
  following_count: null,
  posts_count: null,
  profile_picture_url: null,
  is_verified: false,
});
const order = (names: string[], query: string) =>
  rankHits(names.map(hit), query).map(({ username }) => username);

describe("the matches of a search", () => {
  it("begin with the exact name, then names that begin with it, then the provider's order", () => {
    expect(order(["daily.wave", "waves", "wave", "the_wave", "wavelet"], "wave")).toEqual([
      "wave",
      "waves",
      "wavelet",
      "daily.wave",
      "the_wave",
    ]);
  });

  it("are compared without the spaces of a full name", () => {
    expect(order(["north", "harborlight"], "harbor light")).toEqual(["harborlight", "north"]);
  });

  it("name no account twice", () => {
    expect(order(["wave", "wave"], "wave")).toEqual(["wave"]);
  });
});

it("a picture's address is on our own host, with the name's first letter as a parameter", () => {
  expect(proxiedImage("https://a.cdninstagram.com/1.jpg?a=1&b=2")).toBe(
    "/api/image-proxy?url=https%3A%2F%2Fa.cdninstagram.com%2F1.jpg%3Fa%3D1%26b%3D2",
  );
  expect(proxiedImage("https://a.fbcdn.net/1", "🌊 østlys")).toBe(
    "/api/image-proxy?url=https%3A%2F%2Fa.fbcdn.net%2F1&letter=%C3%B8",
  );
  expect(proxiedImage(null, "wave")).toBeNull();
});
