/** Runs one piece of work per key at a time: calls during it share its answer or error. Nothing is kept afterwards. */
export class SingleFlight {
  readonly #inFlight = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#inFlight.get(key);
    // The cast is safe because all work under one key has the same type.
    if (running) return running as Promise<T>;
    const flight = work().finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, flight);
    return flight;
  }
}
