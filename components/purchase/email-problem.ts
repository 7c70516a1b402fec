const longestEmail = 254;

// A name without a dot at its start or two in a row, and a domain of at least two parts: what the shop itself takes.
const emailPattern = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i;

/** The message for an email address that cannot be used, or null. The shop checks it again with the order. */
export function emailProblem(email: string): string | null {
  const text = email.trim().normalize("NFKC");
  if (text === "") return "Email is required";
  return text.length <= longestEmail && emailPattern.test(text) ? null : "Please enter a valid email address";
}
