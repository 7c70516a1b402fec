/** The popup's times, in milliseconds; the first message waits until the visitor has seen the page. */
export const socialProofTimes = { firstAfterMs: 5_000, shownMs: 4_000, waitMs: 8_000 } as const;
