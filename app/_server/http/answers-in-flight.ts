import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/lib/time";

/** Longer than any page takes to render. Visitors who read more slowly are not waited for. */
const timeoutMs = 30 * second;

/** The answers this process is working on. */
export class AnswersInFlight {
  readonly #open = new Set<Promise<unknown>>();

  /** `answered` resolves when the answer has ended, with or without an error. */
  add(answered: Promise<unknown>): void {
    this.#open.add(answered);
    const remove = () => this.#open.delete(answered);
    answered.then(remove, remove);
  }

  /** Resolves when all answers in flight now have ended, or after half a minute. Never rejects. */
  async ended(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#open), delay(timeoutMs, undefined, { ref: false })]);
  }
}
