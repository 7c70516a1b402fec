import { describe, expect, it } from "vitest";
import { packagesFor } from "@/lib/catalog/catalog";
import { firstCatalog } from "@/lib/catalog/first-catalog";
import { breadcrumbData, productData } from "@/lib/content/structured-data";

const shop = { name: "Shop", origin: "https://shop.example", supportEmail: "help@shop.example" };

describe("structured data", () => {
  const data = productData(shop, {
    platform: "tiktok",
    service: "views",
    description: "Views",
    packages: packagesFor(firstCatalog, "tiktok", "views"),
  });

  it("offers every package at its price in dollars, with two decimals", () => {
    expect(data.offers.map((offer) => offer.price)).toEqual(["1.19", "6.99", "24.99"]);
    expect(data.offers[0]?.url).toBe("https://shop.example/tiktok/details/views?package=views-500");
  });

  it("claims no rating, for no reviews stand on the page", () => {
    expect(JSON.stringify(data)).not.toMatch(/rating|review/i);
  });

  it("numbers the way from home", () => {
    const trail = breadcrumbData(shop.origin, [
      { name: "Shop", path: "/" },
      { name: "TikTok", path: "/tiktok" },
    ]);
    expect(trail.itemListElement.map(({ position, item }) => [position, item])).toEqual([
      [1, "https://shop.example/"],
      [2, "https://shop.example/tiktok"],
    ]);
  });
});
