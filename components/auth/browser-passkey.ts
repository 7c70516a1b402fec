import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { PublicError, Result } from "@/lib/base/result";

// Loaded on first use, so that no page waits for it.
const library = () => import("@simplewebauthn/browser");

export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

/** Creates a passkey with the server's options; returns the browser's response as JSON. Never throws. */
export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<Result<string>> {
  try {
    const { startRegistration } = await library();
    return { ok: true, data: JSON.stringify(await startRegistration({ optionsJSON })) };
  } catch (error) {
    return failed(error);
  }
}

/**
 * Asks the browser for a passkey, in a prompt or (`isAutofill`) in the email field; returns its response as JSON. Null
 * when a newer request replaced this one, or the browser has no autofill for passkeys. Never throws.
 */
export async function requestPasskey({
  isAutofill,
}: {
  isAutofill: boolean;
}): Promise<Result<string> | null> {
  try {
    const { startAuthentication, browserSupportsWebAuthnAutofill } = await library();
    if (isAutofill && !(await browserSupportsWebAuthnAutofill())) return null;
    turn += 1;
    const mine = turn;
    const challenge = lastChallenge.then(fetchChallenge, fetchChallenge);
    lastChallenge = challenge;
    const result = await challenge;
    if (mine !== turn) return null;
    if (!result.ok) return result;
    const optionsJSON = result.data;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill });
    return { ok: true, data: JSON.stringify(response) };
  } catch (error) {
    return isReplaced(error) ? null : failed(error);
  }
}

// Fetches challenges one at a time, because the cookie must belong to the newest one.
let turn = 0;
let lastChallenge: Promise<unknown> = Promise.resolve();

async function fetchChallenge(): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> {
  const answer = await fetch("/api/passkeys/challenge", { method: "POST" });
  const body: unknown = await answer.json();
  return answer.ok
    ? { ok: true, data: body as PublicKeyCredentialRequestOptionsJSON }
    : { ok: false, error: (body as { error: PublicError }).error };
}

/** Cancels a pending autofill request when the page is left. */
export async function cancelPasskeyRequest(): Promise<void> {
  turn += 1;
  const { WebAuthnAbortService } = await library();
  WebAuthnAbortService.cancelCeremony();
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isReplaced(error: unknown): boolean {
  return codeOf(error) === "ERROR_CEREMONY_ABORTED";
}

const wrongAddress = "Passkeys don't work at this address. Please open the shop by its usual address.";
const messages: Record<string, string> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "This device already has a passkey for your account.",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    "This device can't check that it is you, by fingerprint, face or PIN. Please use another one.",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
    "This device can't keep a passkey. Please use another one.",
  ERROR_INVALID_DOMAIN: wrongAddress,
  ERROR_INVALID_RP_ID: wrongAddress,
};

/** Translates the browser's error, which is the same for a closed prompt, a timeout and a missing passkey. */
function failed(error: unknown): { ok: false; error: PublicError } {
  const isCanceled = error instanceof Error && (error.name === "NotAllowedError" || isReplaced(error));
  const message = isCanceled
    ? "Nothing was changed: the prompt was closed or timed out. You can try again."
    : (messages[codeOf(error)] ?? "Your browser could not use a passkey. Please try again.");
  return { ok: false, error: { code: isCanceled ? "conflict" : "upstream_failed", message } };
}
