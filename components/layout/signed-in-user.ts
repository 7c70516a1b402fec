import { signedInCookies } from "./signed-in-script";
import { forgetVisitor, noteVisitor } from "./visitor-traces";

/**
 * The visitor: `unknown` until the shop has answered, and always in prerendered HTML, which shows the guest's page.
 */
export type Visitor = { kind: "guest" } | { kind: "unknown" } | { kind: "customer"; email: string };

export const guest: Visitor = { kind: "guest" };
const unknown: Visitor = { kind: "unknown" };

let visitor: Visitor = guest;
/** Cancels the request in flight if the cookie has changed since. */
let asking: AbortController | null = null;
const listeners = new Set<() => void>();

export function readVisitor(): Visitor {
  return visitor;
}

/** Calls `listener` on each change; returns the unsubscribe function. */
export function subscribeToVisitor(listener: () => void): () => void {
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
  if (asking || (visitor.kind === "customer" && !isStale)) return;
  if (visitor.kind === "guest") become(unknown);
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
    else if (response.ok || response.status === 401) forgetMarker();
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
  return document.cookie.split("; ").some((cookie) => signedInCookies.some((name) => cookie === `${name}=1`));
}

function forgetMarker(): void {
  const isSecure = window.location.protocol === "https:" ? "; Secure" : "";
  for (const name of signedInCookies) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax${isSecure}`;
  }
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
