import { describe, expect, it } from "vitest";
import { packagesFor } from "@/lib/shop/catalog/catalog";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import { getPlatform, listServices } from "@/lib/shop/catalog/vocabulary";
import type { Rating } from "@/lib/shop/content/rating";
import { breadcrumbData, productData } from "@/lib/shop/content/structured-data";

const shop = { name: "Shop", origin: "https://shop.example", supportEmail: "help@shop.example" };

const platform = getPlatform("tiktok");
const [service] = listServices(platform).filter(({ slug }) => slug === "views");

describe("structured data", () => {
  const dataWith = (rating: Rating) => {
    if (!service) throw new Error("TikTok views are not sold");
    return productData(shop, {
      platform,
      service,
      description: "Views",
      packages: packagesFor(firstCatalog, "tiktok", "views"),
      rating,
    });
  };
  const data = dataWith({ count: 9, average: null });

  it("offers every package at its price in dollars, with two decimals", () => {
    expect(data.offers.map((offer) => offer.price)).toEqual(["1.19", "6.99", "24.99"]);
    expect(data.offers[0]?.url).toBe("https://shop.example/tiktok/details/views?package=views-500");
  });

  it("claims no rating below the minimum of reviews", () => {
    expect(JSON.stringify(data)).not.toMatch(/rating|review/i);
  });

  it("states the rating of enough reviews, with their number", () => {
    expect(dataWith({ count: 23, average: 3.4 })).toMatchObject({
      aggregateRating: { ratingValue: "3.4", reviewCount: 23, bestRating: 5, worstRating: 1 },
    });
  });

  it("numbers the breadcrumbs from the home page on", () => {
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
