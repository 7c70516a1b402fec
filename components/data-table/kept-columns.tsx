"use client";

import { hiddenParameter, useHiddenColumns } from "./use-hidden-columns";

/** In a filter's form: what is filtered again keeps the choice of columns, which is in the address too. */
export function KeptColumns() {
  const { hidden } = useHiddenColumns();
  return hidden.size > 0 ? (
    <input type="hidden" name={hiddenParameter} value={[...hidden].join(",")} />
  ) : null;
}
