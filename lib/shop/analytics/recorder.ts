import { browserStorage, type SafeStorage } from "@/lib/base/safe-storage";
import type { Platform } from "@/lib/shop/catalog/platforms";
import { type AnalyticsEvent, type EventName, parseEvents, parseList } from "./events";

type EventDetails = { platform?: Platform; value?: number };

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
