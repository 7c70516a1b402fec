type Asked<In, Out> = { input: In; resolve: (answer: Out) => void; reject: (error: unknown) => void };

/**
 * Turns many single requests into few batches: what is asked while a batch is under way goes together into the next
 * one, up to `max`. Nobody waits for a batch to fill; a lone request is a batch of one. `run` answers in the order it
 * was asked, and when it fails, everybody in the batch hears why.
 */
export class Batcher<In, Out> {
  readonly #run: (inputs: In[]) => Promise<Out[]>;
  readonly #max: number;
  readonly #waiting: Asked<In, Out>[] = [];
  #isRunning = false;

  constructor(run: (inputs: In[]) => Promise<Out[]>, max: number) {
    this.#run = run;
    this.#max = max;
  }

  ask(input: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    // Whoever asks in this very turn of the event loop comes along.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#runOne(this.#waiting.splice(0, this.#max));
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
