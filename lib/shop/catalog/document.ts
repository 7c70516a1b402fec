import { z } from "zod";
import { claimNames } from "@/lib/shop/settings/claims";
import { surfaces } from "./catalog";

/**
 * The catalogue as one document: what an operator drafts, publishes, reverts to, exports and imports. The words in it
 * are the operator's; what the shop does with a word is one of these closed sets.
 */
export const targetKinds = ["profile", "post", "video", "channel", "list"] as const;
/** The public counters that the shop can read (lib/delivery/counts). */
export const counterNames = ["followers", "likes", "views"] as const;
/** Accents whose contrast is tested in both themes (app/globals.css). */
export const accents = ["coral", "cyan", "red", "blue", "green", "violet", "slate"] as const;
/** The drawings of components/storefront/platform-glyph.tsx. */
export const glyphs = [
  "camera",
  "note",
  "play",
  "plane",
  "bird",
  "people",
  "chat",
  "stream",
  "waves",
  "case",
] as const;
/**
 * Where social data comes from (lib/delivery/social), with the website that it is about; a platform without one takes
 * links as they are typed.
 */
export const adapterWebsites = {
  instagram: "instagram.com",
  tiktok: "tiktok.com",
  youtube: "youtube.com",
} as const;
export type AdapterName = keyof typeof adapterWebsites;
export const adapters = Object.keys(adapterWebsites) as AdapterName[];
/** draft: only the admin pages know it. retired: no longer sold; its orders go on. */
export const statuses = ["draft", "live", "retired"] as const;

const text = (most: number) => z.string().trim().min(1).max(most);
const slug = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, "Use small letters, digits and hyphens.")
  .max(40);
const cents = z.int().min(1).max(100_000_000);
const quantity = z.int().min(1).max(10_000_000);
const listOf = <Item extends z.ZodType>(item: Item, most: number) => z.array(item).max(most);

const claims = z.array(z.enum(claimNames)).max(4).optional();
const feature = z.strictObject({ title: text(80), text: text(400), claims });
const question = z.strictObject({ question: text(160), answer: text(600), claims });

const unit = z.strictObject({
  slug,
  /** `follower`, `followers` */
  one: text(30),
  many: text(30),
  counter: z.enum(counterNames).nullable(),
});

const slot = z.strictObject({
  kind: z.enum(["name", "name with dots", "word", "handle", "code", "number"]),
  min: z.int().min(1).max(100),
  max: z.int().min(1).max(100),
  /** Words of the platform's own that stand in the same place. */
  except: listOf(text(40), 60).optional(),
});
const template = text(120).regex(/^\//, "A template begins with a slash.");
const linkForm = z.strictObject({
  target: z.enum(targetKinds),
  templates: listOf(template, 12).min(1),
  canonical: text(160).startsWith("https://"),
  /** Links that have to be taken, and that have to be refused; both are tried whenever the document is checked. */
  taken: listOf(text(300), 20).min(3),
  refused: listOf(text(300), 20).min(3),
});

/** Its price per 1,000 units has three decimals at most, so each unit costs whole millionths of a dollar. */
const priceStep = z.strictObject({ from: quantity, microsPerUnit: z.int().min(1).max(99_999_999) });

const variant = z.strictObject({
  /** `standard`, and what a buyer chooses between where a service has several. */
  slug,
  label: text(60),
  /** The service's name and description in the customers' dashboard. */
  name: text(80),
  description: text(400),
  pricePer1000Cents: cents,
  minQuantity: quantity,
  maxQuantity: quantity,
  deliveryTime: text(80),
  refillDays: z.int().min(0).max(365),
  /** The price of an amount that the buyer chooses (custom-amount.ts); without it, only packages are sold. */
  priceSteps: listOf(priceStep, 12).min(1).optional(),
});

const service = z.strictObject({
  slug,
  label: text(40),
  unit: slug,
  target: z.enum(targetKinds),
  /** Amounts are multiples of it. */
  step: z.int().min(1).max(1_000_000),
  status: z.enum(statuses),
  texts: z.strictObject({
    summary: text(160),
    lead: text(400),
    features: listOf(feature, 8),
    questions: listOf(question, 12),
  }),
  variants: listOf(variant, 6).min(1),
});

const things = z.strictObject({ one: text(30), many: text(30) });
const platform = z.strictObject({
  slug,
  label: text(40),
  status: z.enum(statuses),
  accent: z.enum(accents),
  glyph: z.enum(glyphs),
  hosts: listOf(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/), 8).min(1),
  adapter: z.enum(adapters).nullable(),
  /** Accepted by the operator: without an adapter, nobody checks a buyer's account and posts before they pay. */
  sellsUnchecked: z.boolean().default(false),
  slots: z.record(z.string().regex(/^[a-z]{1,20}$/), slot),
  linkForms: listOf(linkForm, 8).min(1),
  texts: z.strictObject({
    tagline: text(160),
    /** The text under the hub's title. */
    lead: text(300),
    /** The figures on the platform's card. */
    figures: z.array(z.enum(claimNames)).max(4),
    /** How the pages name its posts and videos. */
    post: things,
    video: things,
    /** What is said of a link that is not the buyer's; `{post}` is the kind wanted, `{name}` the account. */
    wrongLink: text(300).optional(),
  }),
  services: listOf(service, 20),
});

const sold = {
  id: z.string().regex(/^[a-z][a-z0-9-]{2,79}$/),
  service: slug,
  platforms: listOf(slug, 100).min(1),
  variant: slug,
  quantity,
  priceCents: cents,
  originalCents: cents,
  isActive: z.boolean(),
};

/** An add-on of another service, in one of its qualities; it goes to the profile. */
const extra = z.strictObject({ service: slug, variant: slug });

/** Packages, and add-ons: five for each of 100 platforms' 20 services. */
const mostEntries = 10_000;

export const documentSchema = z.strictObject({
  units: listOf(unit, 60),
  platforms: listOf(platform, 100),
  packages: listOf(z.strictObject({ ...sold, isPopular: z.boolean() }), mostEntries),
  addOns: listOf(
    z.strictObject({ ...sold, surface: z.enum(surfaces), extra: extra.optional() }),
    mostEntries,
  ),
});

/** A stored document; null where a newer release wrote what this one can't read. */
export const readStored = (stored: unknown): CatalogDocument | null =>
  documentSchema.safeParse(stored).data ?? null;

export type CatalogDocument = z.infer<typeof documentSchema>;
export type PlatformEntry = CatalogDocument["platforms"][number];
export type ServiceEntry = PlatformEntry["services"][number];
export type VariantEntry = ServiceEntry["variants"][number];
export type UnitEntry = CatalogDocument["units"][number];
export type PackageEntry = CatalogDocument["packages"][number];
export type AddOnEntry = CatalogDocument["addOns"][number];
