import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/lib/time";

/** No page takes longer to render; a visitor who reads more slowly is not waited for. */
const timeoutMs = 30 * second;

/** The answers this process is working on. */
export class AnswersInFlight {
  readonly #open = new Set<Promise<unknown>>();

  /** `answered` settles with the answer, well or badly. */
  add(answered: Promise<unknown>): void {
    this.#open.add(answered);
    const remove = () => this.#open.delete(answered);
    answered.then(remove, remove);
  }

  /** Resolves when all answers in flight now have ended, or after half a minute. Never rejects. */
  async ended(): Promise<void> {
    const tooLong = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#open),
      delay(timeoutMs, undefined, { ref: false, signal: tooLong.signal }).catch(() => undefined),
    ]);
    tooLong.abort();
  }
}
