import { listenTo, type Subscription } from "@/lib/base/db/listen";
import { logger } from "@/lib/base/logger";

type Listener = () => void;

/**
 * Fans out order changes within a process: one database connection listens, and the watchers of the order are notified.
 * A notification carries no data; each watcher loads what it may see.
 */
export class OrderFeed {
  readonly #databaseUrl: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  #subscription: Promise<Subscription> | undefined;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Calls `listener` after each change of the order until the returned function is called. */
  async watch(orderId: string, listener: Listener): Promise<() => void> {
    const watchers = this.#listeners.get(orderId) ?? new Set();
    watchers.add(listener);
    this.#listeners.set(orderId, watchers);
    const unwatch = () => {
      watchers.delete(listener);
      if (watchers.size === 0 && this.#listeners.get(orderId) === watchers) this.#listeners.delete(orderId);
    };
    try {
      await this.#start();
    } catch (error) {
      unwatch();
      throw error;
    }
    return unwatch;
  }

  #start(): Promise<Subscription> {
    this.#subscription ??= listenTo(
      this.#databaseUrl,
      "order_changed",
      (orderId) => this.#notify(orderId),
      () => this.#notifyAll(),
    ).catch((error) => {
      this.#subscription = undefined;
      logger.warn({ err: String(error) }, "cannot listen for order changes; the next stream tries again");
      throw error;
    });
    return this.#subscription;
  }

  #notify(orderId: string): void {
    for (const listener of this.#listeners.get(orderId) ?? []) listener();
  }

  #notifyAll(): void {
    for (const orderId of this.#listeners.keys()) this.#notify(orderId);
  }
}
