import type { EmulatedService } from "../emulated";

/** An entry of a supplier's list of services: `rate` in dollars for 1,000 units, `min` and `max` units in one order. */
export type PanelService = {
  supplier: PanelSupplierKey;
  service: number;
  platform: string;
  /** The service's name in the shop's catalogue, or one that the shop does not sell. */
  kind: string;
  /** The counter of the social emulator that it raises. */
  counter: EmulatedService | null;
  name: string;
  type: PanelServiceType;
  category: string;
  rate: string;
  min: number;
  max: number;
  refill: boolean;
  cancel: boolean;
};

/** The panel's API keys: each is a supplier with its own balance and services. */
export const panelSupplierKeys = ["panel-key-1", "panel-key-2", "panel-key-3", "panel-key-4"] as const;

/** A local shop's suppliers; tests of other evidence modes add the rest. */
export const firstSupplierKeys = ["panel-key-1", "panel-key-2"] as const;

export type PanelSupplierKey = (typeof panelSupplierKeys)[number];

/**
 * The types of service, as panels name them, and a field that an order of each needs beside a link and a quantity. The
 * emulator lists them all and takes orders of the first only.
 */
export const neededFields = {
  Default: null,
  "Custom Comments": "comments",
  Poll: "answer_number",
  Subscriptions: "username",
} as const;

type PanelServiceType = keyof typeof neededFields;

type Offer = readonly [
  id: number,
  category: string,
  kind: string,
  counter: EmulatedService | null,
  min: number,
  max: number,
  rates: readonly [first: string, second: string, others: string],
  more?: { type?: PanelServiceType; refill?: true },
];

const refill = { refill: true } as const;

/**
 * Each platform's services with the first supplier's `min` and `max`. The first accepts nearly any size; the second is
 * cheaper but needs 100 units, so that the choice matters. The third and fourth sell what the first does.
 */
const offers: Record<string, readonly Offer[]> = {
  instagram: [
    [1, "Instagram Followers", "followers", "followers", 10, 500_000, ["0.9000", "0.8400", "0.9500"], refill],
    [2, "Instagram Likes", "likes", "likes", 1, 300_000, ["0.2500", "0.2300", "0.2600"]],
    [3, "Instagram Views", "views", "views", 1, 10_000_000, ["0.0600", "0.0550", "0.0700"]],
    [
      91,
      "Instagram Comments",
      "comments",
      null,
      5,
      500,
      ["4.0000", "3.8000", "4.2000"],
      { type: "Custom Comments" },
    ],
    [
      92,
      "Instagram Auto Likes",
      "auto-likes",
      null,
      20,
      5_000,
      ["0.4000", "0.3800", "0.4200"],
      { type: "Subscriptions" },
    ],
  ],
  tiktok: [
    [11, "TikTok Followers", "followers", "followers", 10, 300_000, ["1.2000", "1.1200", "1.3000"], refill],
    [12, "TikTok Likes", "likes", "likes", 1, 300_000, ["0.3000", "0.2800", "0.3100"]],
    [13, "TikTok Views", "views", "views", 1, 10_000_000, ["0.0300", "0.0270", "0.0400"]],
  ],
  youtube: [
    [
      21,
      "YouTube Subscribers",
      "subscribers",
      "followers",
      50,
      100_000,
      ["14.0000", "13.2000", "15.0000"],
      refill,
    ],
    [22, "YouTube Likes", "likes", "likes", 10, 100_000, ["3.2000", "3.0000", "3.5000"]],
    [23, "YouTube Views", "views", "views", 100, 5_000_000, ["1.4000", "1.3000", "1.5000"]],
  ],
  telegram: [
    [31, "Telegram Members", "members", null, 50, 200_000, ["4.2000", "3.9000", "4.6000"], refill],
    [32, "Telegram Post Views", "post-views", null, 100, 1_000_000, ["0.1200", "0.1000", "0.1500"]],
    [
      93,
      "Telegram Poll Votes",
      "poll-votes",
      null,
      10,
      20_000,
      ["0.7000", "0.6500", "0.7500"],
      { type: "Poll" },
    ],
  ],
  "x-twitter": [[41, "X Followers", "followers", null, 50, 100_000, ["8.0000", "7.5000", "8.5000"], refill]],
  facebook: [[51, "Facebook Likes", "likes", null, 20, 100_000, ["2.4000", "2.2000", "2.6000"]]],
  threads: [[61, "Threads Followers", "followers", null, 20, 50_000, ["7.5000", "7.0000", "8.0000"], refill]],
  twitch: [[71, "Twitch Followers", "followers", null, 20, 100_000, ["4.5000", "4.2000", "4.8000"], refill]],
  spotify: [
    [81, "Spotify Plays", "plays", null, 1_000, 10_000_000, ["0.8000", "0.7500", "0.9000"]],
    [
      82,
      "Spotify Playlist Followers",
      "playlist-followers",
      null,
      50,
      100_000,
      ["2.1000", "1.9000", "2.4000"],
    ],
  ],
  linkedin: [
    [89, "LinkedIn Followers", "followers", null, 50, 20_000, ["16.0000", "15.0000", "17.0000"], refill],
  ],
};

export const panelServices: readonly PanelService[] = panelSupplierKeys.flatMap((supplier, index) =>
  Object.entries(offers).flatMap(([platform, sold]) =>
    sold.map(([id, category, kind, counter, min, max, rates, more]) => ({
      supplier,
      service: (index + 1) * 100 + id,
      platform,
      kind,
      counter,
      name: `${category}${more?.refill ? " [refill 30 days]" : ""}`,
      type: more?.type ?? "Default",
      category,
      rate: rates[index] ?? rates[2],
      ...(supplier === "panel-key-2" ? { min: Math.max(min, 100), max: max / 2 } : { min, max }),
      refill: more?.refill ?? false,
      cancel: true,
    })),
  ),
);

const byNumber = new Map(panelServices.map((service) => [`${service.supplier} ${service.service}`, service]));

export function findService(supplier: PanelSupplierKey, id: string): PanelService | undefined {
  return byNumber.get(`${supplier} ${id}`);
}

const hosts: Record<string, readonly string[]> = {
  instagram: ["instagram.com"],
  tiktok: ["tiktok.com"],
  youtube: ["youtube.com", "youtu.be"],
  telegram: ["t.me", "telegram.me"],
  "x-twitter": ["x.com", "twitter.com"],
  facebook: ["facebook.com"],
  threads: ["threads.com", "threads.net"],
  twitch: ["twitch.tv"],
  spotify: ["spotify.com"],
  linkedin: ["linkedin.com"],
};

/** The platform of a link, by its host; undefined for a bare name and for any other host. */
export function platformOfLink(link: string): string | undefined {
  const [, host = ""] = /^(?:https?:\/\/)?([^/?#]+)/i.exec(link.toLowerCase()) ?? [];
  const isUnder = (known: string) => host === known || host.endsWith(`.${known}`);
  return Object.keys(hosts).find((platform) => hosts[platform]?.some(isUnder));
}
