"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useVisitor } from "@/components/layout/use-visitor";
import { toast } from "@/components/ui/toast";
import { plainCharacters } from "@/lib/base/text/typed-text";
import { emailProblem } from "@/lib/mail/address/email-problem";
import { suggestAddress } from "@/lib/mail/address/suggest-address";
import { recordEvent } from "@/lib/shop/analytics/recorder";
import type { Catalog, CatalogPackage } from "@/lib/shop/catalog/catalog";
import { amountProblem, asPackage, findSold } from "@/lib/shop/catalog/custom-amount";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import { selectPackage, writePackageToAddress } from "./package-from-address";
import { fetchProfile, searchProfiles } from "./profile";
import { detailsStore } from "./purchase-details";
import { selectionPath } from "./purchase-steps";
import { usePurchaseDetails } from "./use-purchase-details";
import { createUsernameLookup, type LookupState, type UsernameLookup } from "./username-lookup";

type Field = "username" | "email" | "package" | "amount";
const fieldOrder = ["username", "email", "package", "amount"] as const;

/** The details page's state: restores, checks and stores the details, and continues. */
export function useDetailsForm(platform: PlatformView, service: ServiceView, catalog: Catalog) {
  const router = useRouter();
  const { details, isReady, update } = usePurchaseDetails(platform.slug, service.slug);
  const { lookup, state } = useUsernameLookup(platform);
  const visitor = useVisitor();
  const lockedEmail = visitor.kind === "customer" ? visitor.email : null;
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  /** The name that the buyer was asked to check, because it could not be looked up. */
  const askedFor = useRef<string | null>(null);
  /** The address that looks mistyped and that the buyer was asked to check. */
  const askedAddress = useRef<string | null>(null);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const fields = {
    username: useRef<HTMLInputElement>(null),
    email: useRef<HTMLInputElement>(null),
    package: useRef<HTMLSelectElement>(null),
    amount: useRef<HTMLInputElement>(null),
  };
  useKeptUsername(platform.slug, service.slug, lookup, fields.username);
  useKeptEmail(platform.slug, service.slug, fields.email);
  const chosenEarly = usePackageChosenEarly(isReady, catalog.packages, fields.package);
  const choice = useChoice(platform.slug, service, catalog, details.packageId);

  const { chosen } = choice;
  const { kind } = state.verification;

  const setError = (field: Field, message?: string) =>
    setErrors((before) => ({ ...before, [field]: message }));

  const submit = () => {
    lookup.leave();
    const found: Partial<Record<Field, string>> = {};
    if (state.text.trim() === "") found.username = `${platform.label} username is required`;
    const email = emailProblem(lockedEmail ?? details.email);
    if (email) found.email = email;
    const problem = choice.settle();
    if (problem) found.amount = problem;
    else if (!chosen) found[fields.package.current ? "package" : "amount"] = "Please select a package";
    setErrors(found);
    if (!chosen && !problem) toast.error("Please select a package");
    const first = fieldOrder.find((field) => found[field]);
    if (first) fields[first].current?.focus();
    if (first || !chosen) return;
    if (lockedEmail === null && !isSure(details.email)) return;
    if (kind !== "verified" && !isTrusted()) {
      refuse();
      return;
    }
    // A guest may have typed another address and then signed in: the order goes to the account's, which the next
    // steps show.
    if (lockedEmail) update({ email: lockedEmail });
    // The buyer who continues from here means a new order.
    update({ paidOrderUrl: null });
    recordEvent("checkout_started", { platform: platform.slug, value: chosen.priceCents });
    router.push(selectionPath(platform, service, chosen.id));
  };

  /** Asks the buyer once about an address that looks mistyped; true when they go on with it. */
  const isSure = (email: string) => {
    const meant = suggestAddress(email);
    if (meant === null || askedAddress.current === email) return true;
    askedAddress.current = email;
    setSuggestion(meant);
    toast.info("Is your email address right?", {
      description: `Your receipt goes to ${email}. If that is right, press the button again.`,
    });
    fields.email.current?.focus();
    return false;
  };

  /** Asks the buyer to press again for a name that can't be looked up now; true once they have. */
  const isTrusted = () => {
    const { verification } = lookup.getState();
    if (verification.kind !== "failed" || verification.error.code !== "lookup_unavailable") return false;
    if (askedFor.current === verification.username) return lookup.trustTyped();
    askedFor.current = verification.username;
    return false;
  };

  const refuse = () => {
    if (askedFor.current !== null && kind === "failed") {
      toast.info("We can't look accounts up right now", {
        description: `Please check the spelling. If you press the button again, we deliver to @${askedFor.current}, exactly as you typed it.`,
      });
      lookup.verifyNow();
      return;
    }
    if (kind === "waiting" || kind === "verifying" || kind === "failed") {
      toast.info("Please wait", { description: "Please wait while we verify your username..." });
      lookup.verifyNow();
      return;
    }
    toast.error("Invalid username", {
      description: "This username is not valid. Please check and try again.",
    });
    fields.username.current?.focus();
  };

  return {
    details,
    isReady,
    update,
    lockedEmail,
    lookup,
    state,
    errors,
    setError,
    suggestion,
    setSuggestion,
    fields,
    choice,
    chosenEarly,
    submit,
  };
}

/** The chosen package or amount of a service, and the quality in which more is offered. */
function useChoice(platform: string, service: ServiceView, catalog: Catalog, packageId: string) {
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

/** Restores the username and stores each change, with its profile once verified. */
function useKeptUsername(
  platform: string,
  service: string,
  lookup: UsernameLookup,
  input: RefObject<HTMLInputElement | null>,
) {
  useEffect(() => {
    const keep = () => {
      const { text, verification } = lookup.getState();
      const profile = verification.kind === "verified" ? verification.profile : null;
      detailsStore.update(platform, service, { username: text, profile });
    };
    const kept = detailsStore.read(platform, service);
    const typedEarly = input.current?.value ?? "";
    const stop = lookup.subscribe(keep);
    // Text that was typed before hydration is newer than the stored details.
    const isTyping = document.activeElement === input.current;
    if (typedEarly && (isTyping || typedEarly !== kept.username)) lookup.type(typedEarly);
    else if (kept.username) lookup.restore(kept.username, kept.profile);
    return stop;
  }, [platform, service, lookup, input]);
}

/** Takes over an email typed or autofilled before hydration. */
function useKeptEmail(platform: string, service: string, input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const typedEarly = input.current?.value ?? "";
    if (typedEarly) detailsStore.update(platform, service, { email: typedEarly });
  }, [platform, service, input]);
}

/** The package chosen before hydration, which is newer than the address. Null when none was. */
function usePackageChosenEarly(
  isReady: boolean,
  packages: CatalogPackage[],
  select: RefObject<HTMLSelectElement | null>,
): RefObject<CatalogPackage | null> {
  const chosenEarly = useRef<CatalogPackage | null>(null);
  useEffect(() => {
    if (isReady) return;
    chosenEarly.current = packages.find(({ id }) => id === select.current?.value) ?? null;
  }, [isReady, packages, select]);
  return chosenEarly;
}

function useUsernameLookup({ slug, links }: PlatformView): { lookup: UsernameLookup; state: LookupState } {
  const [lookup] = useState(() =>
    createUsernameLookup(links, {
      lookUp: (username, signal) => fetchProfile(slug, username, signal),
      search: (query, signal) => searchProfiles(slug, query, signal),
    }),
  );
  const state = useSyncExternalStore(lookup.subscribe, lookup.getState, lookup.getState);
  useEffect(() => () => lookup.dispose(), [lookup]);
  return { lookup, state };
}
