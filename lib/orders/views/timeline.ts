import { inList } from "@/lib/base/text/words";
import { minute } from "@/lib/base/time/time";
import { describeEvent } from "./describe-event";

type StoredEvent = {
  id: bigint;
  itemId: string | null;
  type: string;
  to: string | null;
  data: unknown;
  createdAt: Date;
};

type TimelineEntry = { id: string; at: string; type: string; label: string };
type Entry = TimelineEntry & { message: string; targets: string[] };

/** Posts of one order are handed over and delivered at about the same time. */
const togetherMs = 10 * minute;

/**
 * The customer's timeline, oldest first. `targetOf` names the target of an item in an order with several; the same news
 * about several targets within ten minutes is one entry that names them all.
 */
export function toTimeline(
  events: StoredEvent[],
  targetOf: (itemId: string) => string | null,
): TimelineEntry[] {
  let entries: Entry[] = [];
  for (const { id, itemId, type, to, data, createdAt } of events) {
    const message = describeEvent(type, to, data);
    if (!message) continue;
    const target = itemId === null ? null : targetOf(itemId);
    const since = createdAt.getTime() - togetherMs;
    const same = target === null ? undefined : entries.findLast((entry) => entry.message === message);
    const isTogether = same && Date.parse(same.at) >= since && !same.targets.includes(target ?? "");
    if (isTogether) entries = entries.filter((entry) => entry !== same);
    const before = isTogether ? same.targets : [];
    const targets = target === null ? [] : [...before, target];
    entries.push({ id: String(id), at: createdAt.toISOString(), type, message, targets, label: "" });
  }
  return entries.map(({ message, targets, ...entry }) => ({ ...entry, label: labelOf(message, targets) }));
}

function labelOf(message: string, targets: string[]): string {
  if (targets.length === 0) return message;
  const inOrder = targets.toSorted((a, b) => a.localeCompare(b, "en-US", { numeric: true }));
  return `${message} · ${inList(inOrder)}`;
}
