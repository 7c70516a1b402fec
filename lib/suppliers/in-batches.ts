import { maxStatusBatch } from "./protocol/provider";

/** One supplier a batch, no more in it than the protocol takes. */
export function inBatches<T>(rows: T[], supplierOf: (row: T) => string): T[][] {
  const bySupplier = new Map<string, T[]>();
  for (const row of rows) {
    const group = bySupplier.get(supplierOf(row));
    if (group) group.push(row);
    else bySupplier.set(supplierOf(row), [row]);
  }
  return [...bySupplier.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / maxStatusBatch) }, (_, index) =>
      group.slice(index * maxStatusBatch, (index + 1) * maxStatusBatch),
    ),
  );
}
