import { AppError } from "@/lib/base/errors";

const retryAfterSeconds = 5;

type Bounds = {
  atOnce: number;
  waiting: number;
  /** How long work may wait, in milliseconds; without it there is no limit. */
  longestWaitMs?: number;
};

/** Runs a limited number of tasks at once; a limited number waits, and the rest is refused. */
export class Semaphore {
  readonly #bounds: Bounds;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#free = bounds.atOnce;
  }

  /** True while no slot is taken. */
  get isIdle(): boolean {
    return this.#free === this.#bounds.atOnce;
  }

  /** Takes a slot and returns how to release it. Errors: busy, with Retry-After (the queue is full or too slow). */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    return once(() => {
      const [next] = this.#waiting;
      // The slot passes to the next in the queue.
      if (next) next();
      else this.#free += 1;
    });
  }

  /** Runs `work` in a slot. Errors: busy, and what `work` throws. */
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

/**
 * Runs each caller's tasks within bounds of its own. In front of a shared semaphore, a caller with many tasks waits for
 * its own and not others for it. Only callers with tasks are remembered.
 */
export class CallerQueues {
  readonly #bounds: Bounds;
  readonly #queues = new Map<string, { queue: Semaphore; tasks: number }>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Runs `work` in one of the caller's slots. Errors: busy, and what `work` throws. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.#queues.get(caller) ?? { queue: new Semaphore(this.#bounds), tasks: 0 };
    this.#queues.set(caller, own);
    own.tasks += 1;
    try {
      return await own.queue.run(work);
    } finally {
      own.tasks -= 1;
      if (own.tasks === 0) this.#queues.delete(caller);
    }
  }
}

/**
 * Limits how many slots each caller (a network, an account) holds at once. Only callers that hold a slot are
 * remembered.
 */
export class PerCaller {
  readonly #most: number;
  readonly #held = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one slot for each of the callers, or none at all, and returns how to release them. Errors: rate_limited. */
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
