/** The first message comes late enough not to meet a visitor at the handler. Milliseconds. */
export const socialProofTimes = { firstAfterMs: 5_000, shownMs: 4_000, waitMs: 8_000 } as const;
