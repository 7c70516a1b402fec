"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useVisitor } from "@/components/layout/use-visitor";
import { toast } from "@/components/ui/toast";
import { emailProblem } from "@/lib/mail/address/email-problem";
import { suggestAddress } from "@/lib/mail/address/suggest-address";
import { recordEvent } from "@/lib/shop/analytics/recorder";
import { type Catalog, type CatalogPackage, isList } from "@/lib/shop/catalog/catalog";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import { fetchProfile, searchProfiles } from "./profile";
import { detailsStore } from "./purchase-details";
import { selectionPath } from "./purchase-steps";
import { usePackageChoice } from "./use-package-choice";
import { usePurchaseDetails } from "./use-purchase-details";
import { createUsernameLookup, type LookupState, typedProfile, type UsernameLookup } from "./username-lookup";
import { usernameLabel } from "./username-messages";

type Field = "username" | "email" | "package" | "amount";
const fieldOrder = ["username", "email", "package", "amount"] as const;

/** The details page's state: restores, checks and stores the details, and continues. */
export function useDetailsForm(platform: PlatformView, service: ServiceView, catalog: Catalog) {
  const router = useRouter();
  const { details, isReady, update } = usePurchaseDetails(platform.slug, service.slug);
  const { lookup, state } = useUsernameLookup(platform, service);
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
  const choice = usePackageChoice(platform.slug, service, catalog, details.packageId);

  const { chosen } = choice;
  const { kind } = state.verification;

  const setError = (field: Field, message?: string) =>
    setErrors((before) => ({ ...before, [field]: message }));

  const submit = () => {
    lookup.leave();
    const found: Partial<Record<Field, string>> = {};
    if (state.text.trim() === "") found.username = `${usernameLabel(platform, service)} is required`;
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
    const what = isList(service.target) ? "link" : "username";
    toast.error(`Invalid ${what}`, {
      description: `This ${what} is not valid. Please check and try again.`,
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

function useUsernameLookup(
  { slug, links, hasLookup }: PlatformView,
  { target }: ServiceView,
): { lookup: UsernameLookup; state: LookupState } {
  const [lookup] = useState(() =>
    createUsernameLookup(links, {
      target,
      lookUp: isList(target)
        ? async (name) => ({ ok: true, data: { exists: true, profile: typedProfile(name) } })
        : (username, signal) => fetchProfile(slug, username, signal),
      search: hasLookup ? (query, signal) => searchProfiles(slug, query, signal) : null,
    }),
  );
  const state = useSyncExternalStore(lookup.subscribe, lookup.getState, lookup.getState);
  useEffect(() => () => lookup.dispose(), [lookup]);
  return { lookup, state };
}
