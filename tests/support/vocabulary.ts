import { processWide } from "@/lib/base/process-wide";
import type { AddOnEntry, CatalogDocument, PlatformEntry, ServiceEntry } from "@/lib/shop/catalog/document";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";

/** Makes this the process's published catalogue, as if it had been read from rows. */
export function publishToProcess(document: CatalogDocument): void {
  processWide("vocabulary", () => ({ document, version: 0 })).document = document;
}

/** The first catalogue with more platforms. */
export function firstWith(...platforms: PlatformEntry[]): CatalogDocument {
  return { ...firstDocument, platforms: [...firstDocument.platforms, ...platforms] };
}

/** An extra: 250 followers of the account beside likes of its posts, $2.99. */
export const followersBesideLikes: Omit<AddOnEntry, "id"> = {
  surface: "post-selection",
  service: "likes",
  variant: "standard",
  extra: { service: "followers", variant: "standard" },
  platforms: ["instagram"],
  quantity: 250,
  priceCents: 299,
  originalCents: 399,
  isActive: true,
};

const service = (
  slug: string,
  label: string,
  target: ServiceEntry["target"],
  unit: string,
): ServiceEntry => ({
  slug,
  label,
  unit,
  target,
  step: 1,
  status: "live",
  texts: { summary: `${label}.`, lead: label, features: [], questions: [] },
  variants: [
    {
      slug: "standard",
      label: "Standard",
      name: label,
      description: label,
      pricePer1000Cents: 100,
      minQuantity: 1,
      maxQuantity: 1_000,
      deliveryTime: "a day",
      refillDays: 30,
    },
  ],
});

/** A platform that no code knows: videos only, two services for them, and nothing that can be looked up. */
export const clips: PlatformEntry = {
  slug: "clips",
  label: "Clips",
  status: "live",
  accent: "red",
  glyph: "play",
  hosts: ["clips.example", "clip.example"],
  adapter: null,
  sellsUnchecked: true,
  slots: {
    name: { kind: "name", min: 3, max: 20, except: ["watch"] },
    post: { kind: "code", min: 6, max: 12 },
  },
  linkForms: [
    {
      target: "channel",
      templates: ["/@{name}"],
      canonical: "https://www.clips.example/@{name}",
      taken: ["clips.example/@dawn", "https://clips.example/@dawn/", "m.clips.example/@dawn"],
      refused: ["clips.example/dawn", "clips.example/@watch", "other.example/@dawn"],
    },
    {
      target: "video",
      templates: ["/watch?v={post}", "/{post}"],
      canonical: "https://www.clips.example/watch?v={post}",
      taken: [
        "clips.example/watch?v=AbC-123",
        "clip.example/AbC-123",
        "https://clips.example/watch?t=1&v=AbC-123",
      ],
      refused: ["clips.example/@dawn", "clips.example/watch", "clips.example/watch?v=a"],
    },
  ],
  texts: {
    tagline: "Clips.",
    lead: "Clips.",
    figures: [],
    post: { one: "post", many: "posts" },
    video: { one: "clip", many: "clips" },
  },
  services: [
    service("subscribers", "Subscribers", "channel", "followers"),
    service("views", "Views", "video", "views"),
    service("likes", "Likes", "video", "likes"),
    { ...service("saves", "Saves", "post", "likes"), status: "draft" },
  ],
};
