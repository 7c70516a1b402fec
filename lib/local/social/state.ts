import type { SocialPlatform } from "../emulated";

/** Faults for the next vendor calls, one per call. */
export const socialFaults = ["429", "402", "500", "hang", "badjson", "malformed"] as const;

export type SocialFault = (typeof socialFaults)[number];

/** How an account's counters are shown; each is off by default. */
export type CounterHabits = {
  /** How old the shown counts are. Looks use these ages in turn, so that a counter may go back. */
  lagsMs?: number[] | undefined;
  /** Large counts are rounded down, and written as a text ("17.7K") or as a number with zeros. */
  rounds?: "text" | "number" | undefined;
  hides?: "null" | "missing" | undefined;
  /** Lookups of the account, and of its posts, fail. */
  isDown?: boolean | undefined;
};

type SocialCall = { path: string; query: Record<string, string> };

export type SocialState = ReturnType<typeof emptyState>;

const rememberedCalls = 10_000;

/** The state for tests. The accounts never change, so it need not survive a restart. */
export function emptyState() {
  return {
    calls: [] as SocialCall[],
    faults: [] as SocialFault[],
    credits: 25_000,
    /** Units that a test has added to counters and since when, newest last, by `<platform> <kind> <name>`. */
    gains: {} as Record<string, { units: number; sinceMs: number }[]>,
    /** How accounts show their counters, and how often they were looked at, by `<platform> <handle>`. */
    habits: {} as Record<string, CounterHabits & { looks: number }>,
    /** The posts whose owner hides their counts, by `<platform> <code>`. */
    hidden: [] as string[],
    /** The ids of the accounts that names have passed to, by `<platform> <name>`. */
    accounts: {} as Record<string, string>,
  };
}

export function habitsOf(state: SocialState, platform: SocialPlatform, handle: string) {
  const habits = state.habits[`${platform} ${handle}`] ?? { looks: 0 };
  state.habits[`${platform} ${handle}`] = habits;
  return habits;
}

/** Logs a call; only the latest are kept. */
export function noteCall(state: SocialState, call: SocialCall): void {
  state.calls.push(call);
  if (state.calls.length > rememberedCalls) state.calls.splice(0, rememberedCalls / 2);
}
