import { minute } from "@/lib/time";
import { asRecord, asText } from "./read-json";

// The shop never asks for more than this.
const mostNumbers = 1_000_000;

/**
 * Solves the proof-of-work challenge for orders that come too fast (docs/abuse.md). Null when the challenge is
 * invalid, takes longer than a minute, or this browser can't solve it.
 */
export async function solveChallenge(challenge: unknown): Promise<string | null> {
  const asked = asRecord(challenge);
  const [text, salt, signature] = ["challenge", "salt", "signature"].map((name) => asText(asked?.[name]));
  const most = Number(asked?.maxnumber);
  if (!text || !salt || !signature || asked?.algorithm !== "SHA-256" || !(most > 0 && most <= mostNumbers)) {
    return null;
  }
  try {
    const { solveChallenge: solve } = await import("altcha-lib");
    const { promise, controller } = solve(text, salt, "SHA-256", most);
    const timer = setTimeout(() => controller.abort(), minute);
    const found = await promise.finally(() => clearTimeout(timer));
    if (!found) return null;
    return btoa(
      JSON.stringify({ algorithm: "SHA-256", challenge: text, number: found.number, salt, signature }),
    );
  } catch {
    return null;
  }
}
