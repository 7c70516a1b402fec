"use client";

import { buttonVariants } from "@/components/ui/button-variants";
import { useSelection } from "./selection";

/** Exports the selected orders as the list is exported. */
export function ExportSelection() {
  const ids = Object.keys(useSelection()?.selected ?? {});
  return (
    <a
      href={`/admin/orders/export?ids=${ids.join(",")}`}
      className={buttonVariants({ variant: "outline", size: "sm" })}
    >
      Export selection
    </a>
  );
}
