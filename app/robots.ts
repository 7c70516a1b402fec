import type { MetadataRoute } from "next";
import { getShop } from "@/lib/base/env/env";

/** Purchase steps and private pages stay out of search engines; an order's address is a secret of its buyer. */
export default function robots(): MetadataRoute.Robots {
  const { origin } = getShop();
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: [
        "/api/",
        "/order/",
        "/order-email",
        "/success",
        "/auth",
        "/orders",
        "/dashboard",
        "/settings",
        "/admin",
        "/admin-auth",
        "/*/details/",
        "/*/checkout/",
        "/*/post-selection",
        "/*/reel-selection",
      ],
    },
    sitemap: `${origin}/sitemap.xml`,
  };
}
