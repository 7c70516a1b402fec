/** Waits until it is true. Not `expect.poll`, which moves fake timers on at each look. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
