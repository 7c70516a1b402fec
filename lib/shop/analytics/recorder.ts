import { browserStorage, type SafeStorage } from "@/lib/base/safe-storage";
import { isSlug } from "@/lib/shop/catalog/slug";

/** The events the recorder keeps, in the order of a purchase. */
export const eventNames = [
  "platform_selected",
  "package_selected",
  "checkout_started",
  "post_selected",
  "purchase_completed",
] as const;
type EventName = (typeof eventNames)[number];

/** One recorded event. `at` is Unix milliseconds; `value` is integer cents. */
type AnalyticsEvent = { name: EventName; at: number; platform?: string; value?: number };

/** Purchases per platform selection, in percent; 0 without a selection. */
export function funnelRate(events: AnalyticsEvent[]): number {
  const selections = events.filter((event) => event.name === "platform_selected").length;
  const purchases = events.filter((event) => event.name === "purchase_completed").length;
  return selections === 0 ? 0 : (purchases / selections) * 100;
}

/** The purchases' total and average in cents, and their number. */
export function revenueData(events: AnalyticsEvent[]) {
  const purchases = events.filter((event) => event.name === "purchase_completed");
  const totalCents = purchases.reduce((sum, event) => sum + (event.value ?? 0), 0);
  const orders = purchases.length;
  return { totalCents, averageCents: orders === 0 ? 0 : Math.round(totalCents / orders), orders };
}

/** The events in a stored text; invalid entries are left out, because a browser's storage can hold anything. */
export function parseEvents(text: string | null): AnalyticsEvent[] {
  return parseList(text).flatMap((entry) => readEvent(entry) ?? []);
}

/** The entries of a stored list; none for any other text. */
function parseList(text: string | null): unknown[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function readEvent(entry: unknown): AnalyticsEvent | null {
  if (typeof entry !== "object" || entry === null) return null;
  const { name, at, platform, value }: Record<string, unknown> = { ...entry };
  const known = eventNames.find((eventName) => eventName === name);
  if (!known || typeof at !== "number" || !Number.isFinite(at)) return null;
  return {
    name: known,
    at,
    ...(isSlug(platform) ? { platform } : {}),
    ...(Number.isInteger(value) ? { value: Number(value) } : {}),
  };
}

type EventDetails = { platform?: string; value?: number };

type Recorder = {
  /** Adds an event with the current time. `value` is integer cents. */
  recordEvent(name: EventName, details?: EventDetails): void;
  /** Adds an event unless one of these references was used before, so that a purchase (session, order) counts once. */
  recordEventOnce(references: string[], name: EventName, details?: EventDetails): void;
  /** Every event still kept, oldest first. */
  readEvents(): AnalyticsEvent[];
};

const eventsKey = "analytics:events";
const referencesKey = "analytics:references";

/** Enough for a long history, far below the 5 MB a browser grants. */
const maxEvents = 500;
const maxReferences = 200;

/** A recorder that keeps its events in `storage` only. Above the limit, the oldest are dropped. */
export function createRecorder(storage: SafeStorage, now: () => number = Date.now): Recorder {
  const readEvents = () => parseEvents(storage.read(eventsKey));

  const recordEvent: Recorder["recordEvent"] = (name, details = {}) => {
    const events = [...readEvents(), { name, at: now(), ...details }];
    storage.write(eventsKey, JSON.stringify(events.slice(-maxEvents)));
  };

  const recordEventOnce: Recorder["recordEventOnce"] = (references, name, details) => {
    const known = parseList(storage.read(referencesKey)).filter((entry) => typeof entry === "string");
    const isKnown = references.some((reference) => known.includes(reference));
    const all = [...new Set([...known, ...references])];
    storage.write(referencesKey, JSON.stringify(all.slice(-maxReferences)));
    if (!isKnown) recordEvent(name, details);
  };

  return { recordEvent, recordEventOnce, readEvents };
}

/** This browser's recorder. Its events are never sent. */
export const { recordEvent, recordEventOnce, readEvents } = createRecorder(browserStorage);
