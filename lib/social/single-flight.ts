/**
 * Runs one piece of work a key at a time: whoever asks while it is in progress gets the same answer, or the same error.
 * Nothing is remembered once the work is done.
 */
export class SingleFlight {
  readonly #inFlight = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#inFlight.get(key);
    // A key names one kind of work, so what runs under it answers with the same type.
    if (running) return running as Promise<T>;
    const flight = work().finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, flight);
    return flight;
  }
}
