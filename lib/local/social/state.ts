/** Faults for the next vendor calls, one per call. */
export const socialFaults = ["429", "402", "500", "hang", "badjson", "malformed"] as const;

export type SocialFault = (typeof socialFaults)[number];

export type SocialCall = { path: string; query: Record<string, string> };

/** The state for tests. The accounts never change, so it need not survive a restart. */
export type SocialState = {
  calls: SocialCall[];
  faults: SocialFault[];
  credits: number;
  /** What a test adds to public counters, by `<platform> <kind> <name>`. */
  gains: Record<string, number>;
  /** The posts whose owner hides their counts, by `<platform> <code>`. */
  hidden: string[];
  /** The ids of the accounts that names have passed to, by `<platform> <name>`. */
  accounts: Record<string, string>;
};

const openingCredits = 25_000;
const rememberedCalls = 10_000;

export function emptyState(): SocialState {
  return { calls: [], faults: [], credits: openingCredits, gains: {}, hidden: [], accounts: {} };
}

/** Logs a call; only the latest are kept. */
export function noteCall(state: SocialState, call: SocialCall): void {
  state.calls.push(call);
  if (state.calls.length > rememberedCalls) state.calls.splice(0, rememberedCalls / 2);
}
