import { signedInCookies } from "./signed-in-script";
import { forgetVisitor, noteVisitor } from "./visitor-traces";

/** Who this browser is: `unknown` while the shop is asked, and always in prerendered HTML, which is a guest's. */
export type Visitor = { kind: "guest" } | { kind: "unknown" } | { kind: "customer"; email: string };

export const guest: Visitor = { kind: "guest" };
const unknown: Visitor = { kind: "unknown" };

let visitor: Visitor = guest;
/** Ends the request in progress when the cookie has changed since it was sent. */
let asking: AbortController | null = null;
const listeners = new Set<() => void>();

export function readVisitor(): Visitor {
  return visitor;
}

/** Calls `listener` at each change; returns what ends that. */
export function subscribeToVisitor(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Brings the visitor into line with the cookie that hints at a session: a guest costs nothing, a customer one request
 * a page load, and one more where its answer may have aged (`isStale`). A hint without a session behind it is dropped.
 * What this browser kept of a customer goes as soon as nobody is signed in (visitor-traces.ts). A shop that does not answer leaves the hint's word: the next page asks again.
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
    // No answer: the page stays usable, with the menu but without the address in it.
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
