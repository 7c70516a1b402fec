import { AppError } from "./errors";

const retryAfterSeconds = 5;

type Bounds = {
  atOnce: number;
  waiting: number;
  /** How long a piece of work may wait in line, in milliseconds; without it as long as it takes. */
  longestWaitMs?: number;
};

/** Lets a bounded number of pieces of work run at once; a bounded number waits in line, the rest is refused. */
export class Semaphore {
  readonly #bounds: Bounds;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.atOnce;
  }

  /** Takes a place and answers how to give it back. Errors: busy, with Retry-After: the line is full, or too slow. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    return once(() => {
      const [next] = this.#waiting;
      // The place goes over to the next in line.
      if (next) next();
      else this.#free += 1;
    });
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

  #wait(): Promise<void> {
    const { waiting, longestWaitMs } = this.#bounds;
    const busy = () => new AppError("busy", { retryAfterSeconds });
    if (this.#waiting.size >= waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(enter);
        reject(busy());
      };
      const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      const enter = () => {
        clearTimeout(timer);
        this.#waiting.delete(enter);
        resolve();
      };
      this.#waiting.add(enter);
    });
  }
}

/** Bounds what each caller (a network, an account) holds at once. It remembers only who holds something. */
export class PerCaller {
  readonly #most: number;
  readonly #held = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one for each of the callers, or none, and answers how to give it back. Errors: rate_limited. */
  acquire(...callers: string[]): () => void {
    if (callers.some((caller) => this.#of(caller) >= this.#most)) {
      throw new AppError("rate_limited", { retryAfterSeconds });
    }
    for (const caller of callers) this.#held.set(caller, this.#of(caller) + 1);
    return once(() => {
      for (const caller of callers) {
        if (this.#of(caller) > 1) this.#held.set(caller, this.#of(caller) - 1);
        else this.#held.delete(caller);
      }
    });
  }

  #of(caller: string): number {
    return this.#held.get(caller) ?? 0;
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
