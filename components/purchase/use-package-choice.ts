"use client";

import { useRef, useState } from "react";
import { plainCharacters } from "@/lib/base/text/typed-text";
import { recordEvent } from "@/lib/shop/analytics/recorder";
import type { Catalog, CatalogPackage } from "@/lib/shop/catalog/catalog";
import { amountProblem, asPackage, findSold } from "@/lib/shop/catalog/custom-amount";
import type { ServiceView } from "@/lib/shop/catalog/platform-view";
import { selectPackage, writePackageToAddress } from "./package-from-address";
import { detailsStore } from "./purchase-details";

/** The chosen package or amount of a service, and the quality in which more is offered. */
export function usePackageChoice(
  platform: string,
  service: ServiceView,
  catalog: Catalog,
  packageId: string,
) {
  /** The quality that was chosen while there was no package of it yet. */
  const [picked, setPicked] = useState<string | null>(null);
  /** What is typed as an amount while it is none that can be chosen. */
  const [draft, setDraft] = useState<string | null>(null);
  const chosen = findSold(catalog, { platform, service: service.slug }, packageId);
  const qualities = catalog.qualities.filter(({ variant }) =>
    [...catalog.packages, ...catalog.amounts].some((entry) => entry.variant === variant),
  );
  const [first = catalog.packages[0] ?? catalog.amounts[0]] = qualities;
  const variant = chosen?.variant ?? picked ?? first?.variant ?? "";
  const ofVariant = (wanted: string) => ({
    packages: catalog.packages.filter((entry) => entry.variant === wanted),
    amounts: catalog.amounts.find((entry) => entry.variant === wanted) ?? null,
  });
  const { packages, amounts } = ofVariant(variant);

  /** A package where there is one of this size, because it costs no more; else the amount, if it can be chosen. */
  const find = (quantity: number, wanted: string) => {
    const offered = ofVariant(wanted);
    const sold = offered.packages.find((entry) => entry.quantity === quantity);
    const isOffered = offered.amounts && amountProblem(offered.amounts, quantity, service.unit) === null;
    return sold ?? (isOffered && offered.amounts ? asPackage(offered.amounts, quantity) : null);
  };
  // Not yet counted or in the address: a slider passes many amounts.
  const isPassing = useRef(false);
  const pass = ({ id }: CatalogPackage) => {
    setDraft(null);
    isPassing.current = true;
    detailsStore.update(platform, service.slug, { packageId: id });
  };
  /** Counts the choice and keeps it in the address. Returns what is wrong with the typed amount, or null. */
  const settle = (): string | null => {
    if (draft) return amounts && amountProblem(amounts, Number(draft), service.unit);
    setDraft(null);
    if (chosen && isPassing.current) {
      isPassing.current = false;
      recordEvent("package_selected", { platform, value: chosen.priceCents });
      writePackageToAddress(chosen.id);
    }
    return null;
  };

  return {
    chosen,
    qualities,
    variant,
    packages,
    amounts,
    draft,
    settle,
    choosePackage: (entry: CatalogPackage) => {
      setDraft(null);
      selectPackage(platform, entry);
      writePackageToAddress(entry.id);
    },
    chooseAmount: (quantity: number) => {
      const sold = find(quantity, variant);
      if (sold) pass(sold);
    },
    typeAmount: (text: string) => {
      const digits = plainCharacters(text).replace(/\D/g, "").slice(0, 8);
      const sold = digits === "" ? null : find(Number(digits), variant);
      if (sold) pass(sold);
      else setDraft(digits);
    },
    /** The same amount in another quality, or its first package where there is none of that size. */
    chooseQuality: (wanted: string) => {
      setPicked(wanted);
      setDraft(null);
      if (!chosen) return;
      const offered = ofVariant(wanted);
      const least = offered.amounts && asPackage(offered.amounts, offered.amounts.min);
      const next = find(chosen.quantity, wanted) ?? offered.packages[0] ?? least;
      if (!next) return;
      selectPackage(platform, next);
      writePackageToAddress(next.id);
    },
  };
}
