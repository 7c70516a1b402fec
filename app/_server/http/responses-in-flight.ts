import { setTimeout as delay } from "node:timers/promises";
import { startStopwatch } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";

/**
 * Longer than any page takes to render. Visitors who read more slowly are not waited for, nor a response that never ends
 * because its reader has gone.
 */
const timeoutMs = 30 * second;

export class ResponsesInFlight {
  /** Each with the time since it began. */
  readonly #open = new Map<Promise<unknown>, () => number>();
  readonly #stopwatch: typeof startStopwatch;

  /** A test passes its own clock. */
  constructor(stopwatch = startStopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** `answered` resolves when the response has ended, with or without an error. */
  add(answered: Promise<unknown>): void {
    this.#open.set(answered, this.#stopwatch());
    const remove = () => this.#open.delete(answered);
    answered.then(remove, remove);
  }

  /**
   * Resolves when all responses in flight now have ended, or after half a minute; those that are older are not waited
   * for. Never rejects.
   */
  async ended(): Promise<void> {
    for (const [answered, ageMs] of this.#open) if (ageMs() >= timeoutMs) this.#open.delete(answered);
    const open = Promise.allSettled(this.#open.keys());
    await Promise.race([open, delay(timeoutMs, undefined, { ref: false })]);
  }
}
