import { listenTo, type Subscription } from "@/lib/db/listen";
import { logger } from "@/lib/logger";

type Listener = () => void;

/**
 * One instance's fan-out of order changes: a single database connection listens, and whoever watches an order is
 * told that it changed. It carries no data; the reader loads what it may see.
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
      (orderId) => this.#tell(orderId),
      () => this.#tellAll(),
    ).catch((error) => {
      this.#subscription = undefined;
      logger.warn({ err: String(error) }, "cannot listen for order changes");
      throw error;
    });
    return this.#subscription;
  }

  #tell(orderId: string): void {
    for (const listener of this.#listeners.get(orderId) ?? []) listener();
  }

  #tellAll(): void {
    for (const orderId of this.#listeners.keys()) this.#tell(orderId);
  }
}
