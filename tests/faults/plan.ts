import { emulatedPlatforms, emulatedServices } from "@/lib/local/emulated";
import { mailFaults } from "@/lib/local/mail/state";
import { refusalFaults, spoilingFaults, statusFaults } from "@/lib/local/panel/state";
import { socialFaults } from "@/lib/local/social/state";
import { traits } from "@/lib/local/social/traits";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import { lastingCounterNames, passingCounterNames, supplierHabitNames } from "./outside";
import { type Random, seededRandom } from "./random";

/** A fault: where, what, and how often or (in milliseconds) how long. */
export type Injection = { at: string; fault: string; amount: number };

/** The moments of a purchase at which something may go wrong. */
export type Moment = "before the order" | "before the payment" | "after the payment" | "later";

/** A buyer's choices on the payment page, by how often they are made. */
const payments = [
  [50, "pays"],
  [10, "is declined, then pays"],
  [10, "clicks twice"],
  [7, "leaves"],
  [9, "comes back after it expired"],
  [6, "asks for the page again, then pays"],
  [4, "pays by bank debit"],
  [4, "pays by bank debit, which falls through, then by card"],
] as const;

/** A later event of a paid order. `copies` are sent at the same instant. */
export type Afterwards =
  | {
      kind: "refund";
      what: "full" | "part" | "undelivered";
      cents: number;
      copies: number;
      isOneIntent: boolean;
    }
  | { kind: "refund at Stripe"; what: "full" | "part"; cents: number }
  | { kind: "refund bounces" }
  | { kind: "dispute"; end: "won" | "lost" | "open" }
  /** The bank asks first. A refund and the inquiry's end happen at the same time. */
  | {
      kind: "inquiry";
      refund: "full" | "part" | "undelivered" | null;
      cents: number;
      end: "open" | "closed" | "disputed" | "won" | "lost";
    }
  | { kind: "blocked for a while" }
  /** Found private or gone before it is sent; its buyer fixes it, or never does. */
  | { kind: "target out of reach"; fixed: "as it was" | "renamed" | "never"; name: string }
  /** Asked for by operators once the order is completed. */
  | { kind: "refill"; copies: number };

/** One buyer's actions and faults, decided before they begin: the same seed gives the same schedule. */
export type Schedule = {
  seed: number;
  order: {
    platform: (typeof emulatedPlatforms)[number];
    serviceType: (typeof emulatedServices)[number];
    username: string;
    packageId: string;
    surface: "checkout" | "post-selection" | "reel-selection";
    addOns: { id: string; count: number }[];
    quantity: number;
    cents: number;
    posts: number;
    firstPost: number;
  };
  isSignedIn: boolean;
  looksUpFirst: boolean;
  /** First sends a body that must be refused. */
  cheatsWith: "price" | "quantity" | "package" | null;
  /** How often the same request is sent at the same instant, as from a double click. */
  copies: number;
  payment: (typeof payments)[number][1];
  /** How often the success page asks at the same instant; 0 is a buyer who never returns. */
  returns: number;
  afterwards: Afterwards | null;
  pauseMs: number;
  injections: Record<Moment, Injection[]>;
};

/** The schedule of a seed. Pure. */
export function planSchedule(seed: number): Schedule {
  const random = seededRandom(seed);
  const order = planOrder(random);
  return {
    seed,
    order,
    isSignedIn: random.chance(0.3),
    looksUpFirst: random.chance(0.25),
    cheatsWith: random.chance(0.1) ? random.pick(["price", "quantity", "package"] as const) : null,
    copies: random.weighted([
      [7, 1],
      [2, 2],
      [1, 3],
    ]),
    payment: random.weighted<Schedule["payment"]>(payments),
    returns: random.weighted([
      [2, 0],
      [4, 1],
      [2, 3],
    ]),
    afterwards: random.chance(0.5) ? planAfterwards(random, order.platform) : null,
    pauseMs: random.range(0, 1_500),
    injections: {
      "before the order": planInjections(random, 0.25),
      "before the payment": planInjections(random, 0.4),
      "after the payment": planInjections(random, 0.8),
      later: planInjections(random, 0.3),
    },
  };
}

// A random sequence of its own, so that the rest of a schedule is the same with and without an inquiry.
const inquirySeed = 1_000_000_000;

/** The same schedule, with the buyer's bank asking about the payment instead of what would happen afterwards. Pure. */
export function withInquiry(schedule: Schedule): Schedule {
  const random = seededRandom(inquirySeed + schedule.seed);
  const afterwards: Afterwards = {
    kind: "inquiry",
    refund: random.pick(["full", "part", "undelivered", null] as const),
    cents: random.range(1, 120),
    end: random.pick(["open", "closed", "disputed", "won", "lost"] as const),
  };
  return { ...schedule, afterwards };
}

function planOrder(random: Random): Schedule["order"] {
  const platform = random.pick(emulatedPlatforms);
  const serviceType = random.pick(emulatedServices);
  const chosen = random.pick(firstCatalog.packages.filter((entry) => entry.service === serviceType));
  const surface =
    serviceType === "followers" ? "checkout" : serviceType === "likes" ? "post-selection" : "reel-selection";
  const offers = firstCatalog.addOns.filter(
    (offer) => offer.surface === surface && offer.service === serviceType,
  );
  const offer = random.pick(offers);
  const added = random.chance(0.25) ? [{ ...offer, count: random.range(1, 2) }] : [];
  const username = accountOf(random, platform);
  return {
    platform,
    serviceType,
    username,
    packageId: chosen.id,
    surface,
    addOns: added.map(({ id, count }) => ({ id, count })),
    quantity: added.reduce((sum, { quantity, count }) => sum + quantity * count, chosen.quantity),
    cents: added.reduce((sum, { priceCents, count }) => sum + priceCents * count, chosen.priceCents),
    posts: serviceType === "followers" ? 0 : random.range(1, 3),
    firstPost: random.int(5),
  };
}

function accountOf(random: Random, platform: (typeof emulatedPlatforms)[number]): string {
  return random.pick(traits[platform].accounts)[0];
}

function planAfterwards(random: Random, platform: (typeof emulatedPlatforms)[number]): Afterwards {
  const cents = random.range(1, 120);
  return random.weighted<() => Afterwards>([
    [
      5,
      () => ({
        kind: "refund",
        what: random.pick(["full", "part", "undelivered"] as const),
        cents,
        copies: random.pick([1, 1, 2, 5]),
        isOneIntent: random.chance(0.6),
      }),
    ],
    [4, () => ({ kind: "refund at Stripe", what: random.pick(["full", "part"] as const), cents })],
    [2, () => ({ kind: "refund bounces" })],
    [3, () => ({ kind: "dispute", end: random.pick(["won", "lost", "open"] as const) })],
    [1, () => ({ kind: "blocked for a while" })],
    [
      3,
      () => ({
        kind: "target out of reach",
        fixed: random.pick(["as it was", "renamed", "never"] as const),
        name: accountOf(random, platform),
      }),
    ],
    [2, () => ({ kind: "refill", copies: random.pick([1, 2, 5]) })],
  ])();
}

type Choice = [weight: number, at: string, fault: string, from: number, to: number];

// `from` and `to` bound the amount: a number of times, or milliseconds for a fault that lasts.
const choices: Choice[] = [
  ...spoilingFaults.map((fault): Choice => [2.5, "add", fault, 1, 1]),
  ...[...refusalFaults, "rate"].map((fault): Choice => [2, "add", fault, 1, 2]),
  [3, "panel", "offline", 300, 1_500],
  ...statusFaults.filter((fault) => fault !== "stopped").map((fault): Choice => [3, "status", fault, 1, 2]),
  [4, "stripe", "answers 500", 1, 2],
  [2, "stripe", "answers 429", 1, 2],
  [6, "stripe", "loses answers", 1, 4],
  [2, "stripe", "sends no url", 1, 1],
  [3, "stripe", "is slow", 300, 1_500],
  [4, "webhooks", "duplicate", 500, 2_500],
  [3, "webhooks", "reverse", 500, 2_500],
  [4, "webhooks", "paused", 500, 2_500],
  [3, "webhooks", "never sent", 200, 1_000],
  [4, "webhooks", "sent again", 1, 10],
  [1, "webhooks", "storm", 10, 30],
  ...mailFaults.map((fault): Choice => [2, "mail", fault, 1, 3]),
  ...socialFaults.map((fault): Choice => [0.8, "social", fault, 1, 1]),
  [7, "worker", "killed", 1, 1],
  [1.5, "worker", "told to stop", 1, 1],
  [2, "worker", "killed in a call", 1, 1],
  // Long enough to outlive every lease.
  [3, "worker", "stopped", 7_000, 13_000],
  [0.8, "worker", "ten minutes slow", 3_000, 9_000],
  [0.8, "worker", "ten days ahead", 3_000, 9_000],
  [3, "web", "killed", 1, 1],
  [1, "web", "stopped", 1_000, 7_000],
  [0.4, "web", "ten minutes slow", 2_000, 5_000],
  [1.2, "postgres", "killed", 1, 1],
  [1.2, "database", "frozen", 1, 1],
  [1, "database", "read-only", 500, 2_500],
  [3, "jobs", "deleted", 1, 3],
];

const outsideChoices: Choice[] = [
  ...lastingCounterNames.map((fault): Choice => [2, "account", fault, 500, 7_000]),
  ...passingCounterNames.map((fault): Choice => [1, "account", fault, 1_000, 6_000]),
  [2, "account", "jumps", 1, 40],
  ...supplierHabitNames.map((fault): Choice => [1, "supplier", fault, 2_000, 15_000]),
  [1, "supplier", "serves another customer", 1, 5_000],
  [1, "supplier", "gives another customer back", 1, 5_000],
  [2, "status", "stopped", 1, 2],
  // Rare, because a quarantine holds everything up for minutes.
  [0.1, "postgres", "promoted in a call", 1, 1],
  [0.1, "clone", "started", 1, 1],
];

// A random sequence of its own, so that the rest of a schedule is the same with and without these.
const outsideSeed = 2_000_000_000;

/** The same schedule, with accounts and suppliers that are as untidy as real ones. Pure. */
export function withUntidyOutside(schedule: Schedule): Schedule {
  const random = seededRandom(outsideSeed + schedule.seed);
  const injections = structuredClone(schedule.injections);
  for (const moment of ["before the order", "before the payment", "after the payment", "later"] as const)
    injections[moment].push(...planInjections(random, 0.5, outsideChoices));
  return { ...schedule, injections };
}

function planInjections(random: Random, share: number, among = choices): Injection[] {
  const found: Injection[] = [];
  while (found.length < 4 && random.chance(share)) {
    const [, at, fault, from, to] = random.weighted(among.map((choice) => [choice[0], choice] as const));
    found.push({ at, fault, amount: random.range(from, to) });
  }
  return found;
}
