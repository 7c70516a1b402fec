// Apart from address.ts, so that pages can check an address without loading zod.

const maxLength = 254;

// Far above it. Normalising combining marks takes time by the square of their number, so longer text is refused before.
const maxTypedLength = 1_000;

const localPart = /^(?=.{1,64}$)(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]$/;

// At least two labels of at most 63 characters, the last one without digits unless it is in punycode. It has no lookbehind,
// because Safari before 16.4 can't read one.
const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/;

/**
 * An address as the shop keeps it: trimmed, NFKC, lower case, an internationalised domain in punycode, which every mail
 * server takes.
 */
export function normalizeEmail(text: string): string {
  const email = text.trim().normalize("NFKC").toLowerCase();
  const at = email.lastIndexOf("@") + 1;
  return email.slice(0, at) + asciiDomain(email.slice(at));
}

function asciiDomain(typed: string): string {
  // A URL would drop or decode anything but letters, digits, marks, dots and hyphens.
  if (/^[ -~]*$/.test(typed) || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(typed)) return typed;
  try {
    return new URL(`https://${typed}`).hostname;
  } catch {
    return typed;
  }
}

/** Names the problem of an email address, or null. The same rule in the browser and on the server. */
export function emailProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return "Email is required";
  if (typed.length > maxTypedLength) return invalid;
  const email = normalizeEmail(typed);
  const [name = "", host = "", ...more] = email.split("@");
  if (email.length > maxLength || more.length > 0 || !domain.test(host)) return invalid;
  if (localPart.test(name)) return null;
  // Most mail servers still refuse such addresses, so a receipt would come back.
  return /[^ -~]/.test(name)
    ? "We can only send mail to addresses with plain letters (a to z) before the @. Please use another one."
    : invalid;
}

const invalid = "Please enter a valid email address";
