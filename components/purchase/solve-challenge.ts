import { minute } from "@/lib/time";
import { asRecord, asText } from "./call-function";

// More than the shop ever asks for is nobody's honest challenge.
const mostNumbers = 1_000_000;

/**
 * Does the work that the shop asks of a browser whose orders come too fast (docs/abuse.md): the solution to send along,
 * or null when the challenge makes no sense, takes longer than a minute, or this browser can't do it.
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
