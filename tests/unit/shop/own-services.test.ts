import { expect, it } from "vitest";
import { nameServices } from "@/lib/shop/catalog/list-entries";

const row = (id: number, platform: string, serviceType: string, variantLabel = "Standard") => ({
  id,
  platform,
  serviceType,
  variantLabel,
});

it("every quality of every service has its names, in the catalogue's order", () => {
  const rows = [
    row(7, "newer", "plays"),
    row(6, "tiktok", "views"),
    row(5, "tiktok", "likes"),
    row(8, "tiktok", "likes", "Premium"),
    row(1, "instagram", "followers"),
  ];
  expect(nameServices(rows)).toEqual([
    { id: 1, platform: "Instagram", service: "Followers", quality: null, name: "Instagram Followers" },
    { id: 5, platform: "TikTok", service: "Likes", quality: "Standard", name: "TikTok Likes · Standard" },
    { id: 8, platform: "TikTok", service: "Likes", quality: "Premium", name: "TikTok Likes · Premium" },
    { id: 6, platform: "TikTok", service: "Views", quality: null, name: "TikTok Views" },
    // A platform that this process has not read yet.
    { id: 7, platform: "newer", service: "plays", quality: null, name: "newer plays" },
  ]);
});
