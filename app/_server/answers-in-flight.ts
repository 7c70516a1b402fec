import { setTimeout as delay } from "node:timers/promises";
import { second } from "@/lib/time";

/** No page takes longer to make; a visitor who takes its answer ever so slowly is not waited for. */
const timeoutMs = 30 * second;

/** The answers this process is working on, for whoever has to wait until those that began before now have ended. */
export class AnswersInFlight {
  readonly #open = new Set<Promise<unknown>>();

  /** `answered` ends with the answer, well or badly. */
  add(answered: Promise<unknown>): void {
    this.#open.add(answered);
    const remove = () => this.#open.delete(answered);
    answered.then(remove, remove);
  }

  /** Ends when all that are in progress now have ended, or after half a minute. Never fails. */
  async ended(): Promise<void> {
    const tooLong = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#open),
      delay(timeoutMs, undefined, { ref: false, signal: tooLong.signal }).catch(() => undefined),
    ]);
    tooLong.abort();
  }
}
