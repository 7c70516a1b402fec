"use client";

import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { toast } from "@/components/ui/toast";
import { signedInCookies } from "./signed-in-script";
import { forgetVisitor, keepTab, noteVisitor, tracesMark } from "./visitor-traces";

/** The visitor: a guest in prerendered HTML; `unknown` with a signed-in marker until the shop has answered. */
type Visitor = { kind: "guest" } | { kind: "unknown" } | { kind: "customer"; email: string };

const guest: Visitor = { kind: "guest" };

let visitor: Visitor = guest;
/** Cancels the request in flight if the cookie has changed since. */
let asking: AbortController | null = null;
const listeners = new Set<() => void>();

/**
 * The visitor: a guest in the HTML and during hydration, checked again on every page and when the tab is shown again,
 * because another tab may have signed in or out.
 */
export function useVisitor(): Visitor {
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page is the reason to look again
  useEffect(() => refreshVisitor(), [pathname]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") refreshVisitor(true);
    };
    // Another tab signed out: this one does too, visible or not.
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === null || (key === tracesMark && newValue === null)) refreshVisitor(true);
    };
    // The page was restored from the back-forward cache.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) refreshVisitor(true);
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("storage", follow);
    window.addEventListener("pageshow", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("storage", follow);
      window.removeEventListener("pageshow", comeBack);
    };
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => visitor,
    () => guest,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Updates the visitor from the signed-in marker: no request for a guest, one per page load for a customer, one more
 * when the answer may be stale (`isStale`). A marker without a session is removed. Once signed out, the customer's
 * traces are removed (visitor-traces.ts). If the shop does not answer, the marker counts until the next page.
 */
export function refreshVisitor(isStale = false): void {
  if (!hasMarker()) {
    asking?.abort();
    asking = null;
    become(guest);
    forgetVisitor();
    return;
  }
  noteVisitor();
  document.documentElement.dataset.signedIn = "";
  if (visitor.kind === "guest") become({ kind: "unknown" });
  if (asking || (visitor.kind === "customer" && !isStale)) return;
  void ask();
}

async function ask(): Promise<void> {
  const controller = new AbortController();
  asking = controller;
  try {
    const response = await fetch("/api/me", { cache: "no-store", signal: controller.signal });
    const body: unknown = response.ok ? await response.json() : null;
    if (controller.signal.aborted) return;
    const email = emailOf(body);
    if (email) become({ kind: "customer", email });
    else if (response.ok || response.status === 401) {
      if (visitor.kind === "customer") {
        toast.info("You've been signed out", {
          description: "Your session has ended. Sign in again to go on.",
        });
      }
      endVisit();
    }
  } catch {
    // Without an answer the menu is shown, but without the address.
  } finally {
    if (asking === controller) asking = null;
  }
}

function emailOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("email" in body)) return null;
  return typeof body.email === "string" ? body.email : null;
}

function hasMarker(): boolean {
  return signedInCookies.some((name) => document.cookie.split("; ").includes(`${name}=1`));
}

/**
 * The shop has said that the session has ended: the visitor is a guest now, and keeps what this tab's purchase holds.
 */
export function endVisit(): void {
  const isSecure = window.location.protocol === "https:" ? "; Secure" : "";
  for (const name of signedInCookies) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax${isSecure}`;
  }
  keepTab();
  become(guest);
  forgetVisitor();
}

function become(next: Visitor): void {
  if (next.kind === "guest") delete document.documentElement.dataset.signedIn;
  const isSame = next.kind === visitor.kind && emailOf(next) === emailOf(visitor);
  if (isSame) return;
  visitor = next;
  for (const listener of listeners) listener();
}
