/** Faults for the next vendor calls, one per call. */
export const socialFaults = ["429", "402", "500", "hang", "badjson", "malformed"] as const;

export type SocialFault = (typeof socialFaults)[number];

type SocialCall = { path: string; query: Record<string, string> };

export type SocialState = ReturnType<typeof emptyState>;

const rememberedCalls = 10_000;

/** The state for tests. The accounts never change, so it need not survive a restart. */
export function emptyState() {
  return {
    calls: [] as SocialCall[],
    faults: [] as SocialFault[],
    credits: 25_000,
    /** What a test adds to public counters, by `<platform> <kind> <name>`. */
    gains: {} as Record<string, number>,
    /** The posts whose owner hides their counts, by `<platform> <code>`. */
    hidden: [] as string[],
    /** The ids of the accounts that names have passed to, by `<platform> <name>`. */
    accounts: {} as Record<string, string>,
  };
}

/** Logs a call; only the latest are kept. */
export function noteCall(state: SocialState, call: SocialCall): void {
  state.calls.push(call);
  if (state.calls.length > rememberedCalls) state.calls.splice(0, rememberedCalls / 2);
}
