// Apart from address.ts, so that pages can check an address without loading zod.

const maxLength = 254;

// Far above it. Normalising combining marks takes time by the square of their number, so longer text is refused before.
const maxTypedLength = 1_000;

// A local part without a leading dot or two dots in a row, and a domain of at least two labels.
const pattern = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/;

/** An address as the shop keeps it: trimmed, NFKC, lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}

/** What is wrong with an email address, or null. The same rule in the browser and on the server. */
export function emailProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === "") return "Email is required";
  if (typed.length <= maxTypedLength) {
    const email = normalizeEmail(typed);
    if (email.length <= maxLength && pattern.test(email)) return null;
  }
  return "Please enter a valid email address";
}
