import { type CatalogAddOn, isAccount } from "./catalog";
import { keptPart } from "./check-links";
import {
  type AddOnEntry,
  type CatalogDocument,
  type PlatformEntry,
  type ServiceEntry,
  targetKinds,
} from "./document";

/** A platform to begin with: links of its profiles, and texts that are true of any. */
export function newPlatform({
  slug,
  label,
  host,
}: {
  slug: string;
  label: string;
  host: string;
}): PlatformEntry {
  return {
    slug,
    label,
    status: "draft",
    accent: "slate",
    glyph: "play",
    hosts: [host],
    adapter: null,
    sellsUnchecked: false,
    slots: {
      name: { kind: "name with dots", min: 2, max: 30 },
      post: newCode,
    },
    linkForms: [
      {
        target: "profile",
        templates: ["/@{name}"],
        canonical: `https://www.${host}/@{name}`,
        taken: [`https://www.${host}/@example`, `${host}/@example?share=1`, `https://m.${host}/@example/`],
        refused: [
          `https://www.${host}/`,
          `https://www.${host}/@example/posts`,
          `https://${host}.example/@example`,
        ],
      },
    ],
    texts: {
      tagline: `Give your ${label} page a following that shows.`,
      lead: "Choose what should grow. All we need is the link.",
      figures: [],
      post: { one: "post", many: "posts" },
      video: { one: "video", many: "videos" },
    },
    services: [],
  };
}

type NewService = Pick<ServiceEntry, "slug" | "label" | "unit" | "target"> & { pricePer1000Cents: number };

/** A service to begin with: a draft in one quality. */
export function newService(platform: string, { pricePer1000Cents, ...service }: NewService): ServiceEntry {
  const name = `${platform} ${service.label}`;
  return {
    ...service,
    step: 1,
    status: "draft",
    texts: {
      summary: `${name} for the link you choose.`,
      lead: "Choose how many you would like, tell us where they go, and watch them arrive on your order's own page.",
      features: [],
      questions: [],
    },
    variants: [
      {
        slug: "standard",
        label: "Standard",
        name,
        description: `${name}.`,
        pricePer1000Cents,
        minQuantity: 10,
        maxQuantity: 100_000,
        deliveryTime: "24-48 hours",
        refillDays: 0,
      },
    ],
  };
}

/** The kinds of links that a platform may still get: its accounts have one of theirs. */
export function missingKinds({ linkForms }: Pick<PlatformEntry, "linkForms">): ServiceEntry["target"][] {
  const hasAccounts = linkForms.some(({ target }) => isAccount(target));
  return targetKinds.filter(
    (kind) => linkForms.every(({ target }) => target !== kind) && !(hasAccounts && isAccount(kind)),
  );
}

/** The platform with a kind of links to begin with, and the part that names what they lead to. */
export function withNewLinks(platform: PlatformEntry, target: ServiceEntry["target"]): PlatformEntry {
  const [host = ""] = platform.hosts;
  const part = keptPart[target];
  const form = {
    target,
    templates: [`/${target}/{${part}}`],
    canonical: `https://www.${host}/${target}/{${part}}`,
    taken: [1, 2, 3].map((number) => `https://www.${host}/${target}/example${number}`),
    refused: [
      `https://www.${host}/`,
      `https://www.${host}/${target}/`,
      `https://${host}.example/${target}/example1`,
    ],
  };
  return {
    ...platform,
    slots: { [part]: newCode, ...platform.slots },
    linkForms: [...platform.linkForms, form],
  };
}

const newCode = { kind: "code", min: 5, max: 40 } as const;

/** An add-on of a document as a page shows it, with the names of what an extra sells. Pure. */
export function asOffered({ extra, ...entry }: AddOnEntry, { platforms, units }: CatalogDocument) {
  const platform = platforms.find(({ slug }) => slug === entry.platforms[0]);
  const service = platform?.services.find(({ slug }) => slug === extra?.service);
  const unit = units.find(({ slug }) => slug === service?.unit);
  if (!extra || !service || !unit) return entry;
  const { target, label } = service;
  const { counter, ...words } = unit;
  // What suppliers take is not known of a draft.
  const max = Number.MAX_SAFE_INTEGER;
  return { ...entry, extra: { ...extra, target, label, unit: words, counter, max } };
}

export type OfferedAddOn = ReturnType<typeof asOffered> & CatalogAddOn;
