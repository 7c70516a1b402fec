"use client";

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { recordEvent } from "@/lib/analytics/recorder";
import type { CatalogPackage } from "@/lib/catalog/catalog";
import type { Platform } from "@/lib/platforms";
import { detailsStore } from "./purchase-details";

type PackageFromAddressProps = { platform: Platform; packages: CatalogPackage[] };

/**
 * Takes the package that the address names (`?package=`). Shows nothing, so that the page around it stays in the
 * prerendered HTML: only a leaf may wait for the address.
 */
export function PackageFromAddress({ platform, packages }: PackageFromAddressProps) {
  const packageId = useSearchParams().get("package");
  useEffect(() => {
    const chosen = packages.find((entry) => entry.id === packageId);
    if (chosen) selectPackage(platform, chosen);
  }, [platform, packages, packageId]);
  return null;
}

/** Chooses a package, and counts the choice unless it stood already. */
export function selectPackage(platform: Platform, chosen: CatalogPackage): void {
  if (detailsStore.read(platform, chosen.service).packageId === chosen.id) return;
  detailsStore.update(platform, chosen.service, { packageId: chosen.id });
  recordEvent("package_selected", { platform, value: chosen.priceCents });
}

/** Keeps the address in step with the choice: a reload finds it even where nothing can be stored. */
export function writePackageToAddress(packageId: string): void {
  const address = new URL(window.location.href);
  address.searchParams.set("package", packageId);
  window.history.replaceState(null, "", address);
}
