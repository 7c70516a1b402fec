import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/lib/time";

/** Longer than any page takes to render. Visitors who read more slowly are not waited for. */
const timeoutMs = 30 * second;

/** The responses this process is working on. */
export class ResponsesInFlight {
  readonly #open = new Set<Promise<unknown>>();

  /** `answered` resolves when the response has ended, with or without an error. */
  add(answered: Promise<unknown>): void {
    this.#open.add(answered);
    const remove = () => this.#open.delete(answered);
    answered.then(remove, remove);
  }

  /** Resolves when all responses in flight now have ended, or after half a minute. Never rejects. */
  async ended(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#open), delay(timeoutMs, undefined, { ref: false })]);
  }
}
