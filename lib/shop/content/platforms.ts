import type { Platform } from "@/lib/shop/catalog/platforms";
import type { ClaimName } from "./claims";

type PlatformContent = {
  tagline: string;
  /** The text under the hub's title. */
  lead: string;
  /** The figures on the platform's card. */
  figures: readonly ClaimName[];
};

export const platformContent: Record<Platform, PlatformContent> = {
  instagram: {
    tagline: "Give your profile, posts and reels a following that shows.",
    lead: "Choose what should grow. All we need is the account's public name.",
    figures: ["rating", "successRate", "likesDelivered"],
  },
  tiktok: {
    tagline: "Put more eyes on your videos, and more people on your page.",
    lead: "Choose what should grow. The account's public name is enough.",
    figures: ["rating", "successRate", "viewsGenerated"],
  },
};
