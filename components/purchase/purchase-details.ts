import { type SafeStorage, tabStorage } from "@/lib/base/safe-storage";
import { type AddOnChoice, maxAddOnCount } from "@/lib/shop/catalog/price-order";
import { type Profile, readStoredProfile } from "./profile";
import { asList, asRecord, asText, parseRecord } from "./read-json";

/** A post or reel that receives `quantity` likes or views. */
export type SelectedPost = {
  id: string;
  kind: "post" | "reel";
  url: string;
  imageUrl: string | null;
  quantity: number;
};

/** The purchase details for one service of one platform, from all steps. */
export type PurchaseDetails = {
  username: string;
  email: string;
  packageId: string;
  /** The verified account; null while `username` is not verified. */
  profile: Profile | null;
  /** The username of the account verified last, to which `posts` belong: a typo that is corrected keeps them. */
  account: string | null;
  /** Add-ons of the checkout page. */
  addOns: AddOnChoice[];
  posts: SelectedPost[];
  /** The page of the order that was paid with these details; null once the buyer goes on to another one. */
  paidOrderUrl: string | null;
};

export const emptyDetails: PurchaseDetails = {
  username: "",
  email: "",
  packageId: "",
  profile: null,
  account: null,
  addOns: [],
  posts: [],
  paidOrderUrl: null,
};

/** Stores the details in `storage` by platform and service, so that a reload restores them. */
export function createDetailsStore(storage: SafeStorage) {
  const parsed = new Map<string, { text: string | null; details: PurchaseDetails }>();
  const listeners = new Set<() => void>();

  /** The details of a platform's service; the same object until they change. */
  const read = (platform: string, service: string): PurchaseDetails => {
    const key = detailsKey(platform, service);
    const text = storage.read(key);
    const known = parsed.get(key);
    if (known && known.text === text) return known.details;
    const details = text === null ? emptyDetails : parseDetails(text);
    parsed.set(key, { text, details });
    return details;
  };

  return {
    read,
    update(platform: string, service: string, change: Partial<PurchaseDetails>): void {
      const before = read(platform, service);
      const after = { ...before, ...change };
      if (change.profile) after.account = change.profile.username;
      // Posts belong to an account and are dropped with it.
      if (after.account !== before.account && !change.posts) after.posts = [];
      storage.write(detailsKey(platform, service), JSON.stringify(after));
      for (const listener of listeners) listener();
    },
    /** For a page that the browser kept as it was, while another one changed the details. */
    refresh(): void {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function detailsKey(platform: string, service: string): string {
  return `purchase:${platform}:${service}`;
}

function parseDetails(text: string): PurchaseDetails {
  const stored = parseRecord(text);
  if (!stored) return emptyDetails;
  const profile = readStoredProfile(stored.profile);
  return {
    username: asText(stored.username),
    email: asText(stored.email),
    packageId: asText(stored.packageId),
    profile,
    account: profile?.username ?? (asText(stored.account) || null),
    addOns: asList(stored.addOns, readAddOn),
    posts: asList(stored.posts, readPost),
    paidOrderUrl: asText(stored.paidOrderUrl) || null,
  };
}

function readAddOn(value: unknown): AddOnChoice | null {
  const entry = asRecord(value);
  const id = asText(entry?.id);
  const count = Number(entry?.count);
  return id && Number.isInteger(count) && count >= 1 && count <= maxAddOnCount ? { id, count } : null;
}

function readPost(value: unknown): SelectedPost | null {
  const entry = asRecord(value);
  const id = asText(entry?.id);
  const quantity = Number(entry?.quantity);
  if (!entry || !id || !Number.isInteger(quantity) || quantity < 1) return null;
  return {
    id,
    kind: entry.kind === "reel" ? "reel" : "post",
    url: asText(entry.url),
    imageUrl: asText(entry.imageUrl) || null,
    quantity,
  };
}

export const detailsStore = createDetailsStore(tabStorage);
