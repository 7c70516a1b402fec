import { metrics } from "@opentelemetry/api";

export type Reading = { name: string; value: number; labels?: Record<string, string> };

/**
 * Asks `read` for the named metrics whenever they are collected. A name that ends in `_total` is a counter, the others are
 * gauges; a metric without a reading is left out.
 */
export function observe(
  descriptions: Record<string, string>,
  read: () => Reading[] | Promise<Reading[]>,
): void {
  const meter = metrics.getMeter("groundswell");
  const instruments = new Map(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      name.endsWith("_total")
        ? meter.createObservableCounter(name, { description })
        : meter.createObservableGauge(name, { description }),
    ]),
  );
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { name, value, labels } of await read()) {
        const instrument = instruments.get(name);
        if (instrument) result.observe(instrument, value, labels);
      }
    },
    [...instruments.values()],
  );
}
