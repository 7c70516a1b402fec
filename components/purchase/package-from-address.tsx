"use client";

import { useSearchParams } from "next/navigation";
import { type RefObject, useEffect } from "react";
import { recordEvent } from "@/lib/shop/analytics/recorder";
import type { Catalog, CatalogPackage } from "@/lib/shop/catalog/catalog";
import { findSold } from "@/lib/shop/catalog/custom-amount";
import { detailsStore } from "./purchase-details";

type PackageFromAddressProps = {
  platform: string;
  service: string;
  catalog: Catalog;
  /** The package chosen before hydration; read once. */
  chosenEarly?: RefObject<CatalogPackage | null>;
};

/**
 * Selects the package or amount from the address (`?package=`), unless another was chosen before hydration. Renders nothing, so
 * that the page around it stays in the prerendered HTML: only a leaf may wait for the address.
 */
export function PackageFromAddress({ platform, service, catalog, chosenEarly }: PackageFromAddressProps) {
  const packageId = useSearchParams().get("package");
  useEffect(() => {
    ownWrites.length = 0;
  }, []);
  useEffect(() => {
    // The router shows an own write only after a while, in which the buyer may have moved on.
    const place = packageId === null ? -1 : ownWrites.lastIndexOf(packageId);
    if (place >= 0) return void ownWrites.splice(0, place + 1);
    const early = chosenEarly?.current;
    if (chosenEarly) chosenEarly.current = null;
    const chosen = early ?? findSold(catalog, { platform, service }, packageId ?? "");
    if (chosen) selectPackage(platform, chosen);
    if (early) writePackageToAddress(early.id);
  }, [platform, service, catalog, packageId, chosenEarly]);
  return null;
}

/** Chooses a package and counts the choice once. */
export function selectPackage(platform: string, chosen: CatalogPackage): void {
  if (detailsStore.read(platform, chosen.service).packageId === chosen.id) return;
  detailsStore.update(platform, chosen.service, { packageId: chosen.id });
  recordEvent("package_selected", { platform, value: chosen.priceCents });
}

/** What was written to the address and the router has not shown yet. */
const ownWrites: string[] = [];

/** Keeps the choice in the address, for a reload in browsers without storage. */
export function writePackageToAddress(packageId: string): void {
  const address = new URL(window.location.href);
  if (address.searchParams.get("package") === packageId) return;
  ownWrites.push(packageId);
  address.searchParams.set("package", packageId);
  window.history.replaceState(null, "", address);
}
