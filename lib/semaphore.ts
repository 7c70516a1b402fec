import { AppError } from "./errors";

const retryAfterSeconds = 5;

/** Lets a bounded number of pieces of work run at once; a bounded number waits in line, the rest is refused. */
export class Semaphore {
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#free = atOnce;
    this.#mostWaiting = waiting;
  }

  /** Takes a place and answers how to give it back. Errors: busy, with Retry-After, when the line is full. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length < this.#mostWaiting) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else throw new AppError("busy", { retryAfterSeconds });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      // The place goes over to the next in line.
      if (next) next();
      else this.#free += 1;
    };
  }

  /** Runs `work` in a place of its own. Errors: busy, and whatever `work` throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
