import { second } from "@/lib/base/time/time";
import { withinLimit } from "@/lib/base/time/time-limit";

type Asked<In, Out> = { input: In; resolve: (answer: Out) => void; reject: (error: unknown) => void };

const defaultTimeoutMs = 5 * second;

/**
 * Turns single requests into batches: requests made while a batch is in flight go into the next one, up to `max`. `run`
 * answers in the order of its inputs; if it fails, every request of the batch fails. A batch that takes longer than
 * `timeoutMs` no longer delays the next one, which uses another connection, but its callers wait for its end, because
 * it may still commit.
 */
export class Batcher<In, Out> {
  readonly #run: (inputs: In[]) => Promise<Out[]>;
  readonly #max: number;
  readonly #timeoutMs: number;
  readonly #waiting: Asked<In, Out>[] = [];
  #isRunning = false;

  constructor(run: (inputs: In[]) => Promise<Out[]>, max: number, timeoutMs = defaultTimeoutMs) {
    this.#run = run;
    this.#max = max;
    this.#timeoutMs = timeoutMs;
  }

  ask(input: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    // Requests of this turn of the event loop belong to the first batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#max);
      await withinLimit(this.#runOne(batch), this.#timeoutMs, () => undefined);
    }
    this.#isRunning = false;
  }

  async #runOne(batch: Asked<In, Out>[]): Promise<void> {
    try {
      const answers = await this.#run(batch.map(({ input }) => input));
      if (answers.length !== batch.length) throw new Error("a batch was not answered one for one");
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
