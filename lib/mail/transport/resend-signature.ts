import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret } from "@/lib/base/ids";
import { minute, second } from "@/lib/base/time/time";

const toleranceMs = 5 * minute;

/** The signature of one delivery, as Svix makes it for Resend. The secret is `whsec_` and the key in base64. */
export function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
}

/**
 * True when one of the delivery's signatures was made with this secret, and at most five minutes from `now`. There are
 * several while a secret is being replaced.
 */
export function isSignedBy(secret: string, headers: IncomingHttpHeaders, body: string, now: Date): boolean {
  const [id, timestamp, signatures] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) =>
    String(headers[name] ?? ""),
  );
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Number(timestamp) * second - now.getTime()) > toleranceMs) return false;
  const expected = `v1,${signatureOf(secret, id, timestamp, body)}`;
  return signatures.split(" ").some((given) => isSameSecret(given, expected));
}
