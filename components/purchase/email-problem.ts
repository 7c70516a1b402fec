const longestEmail = 254;

// The same rule as on the server: no dot at the start and no two in a row before the @, and a domain of at least two
// parts.
const emailPattern = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i;

/** The message for an invalid email address, or null. The server checks it again with the order. */
export function emailProblem(email: string): string | null {
  const text = email.trim().normalize("NFKC");
  if (text === "") return "Email is required";
  return text.length <= longestEmail && emailPattern.test(text) ? null : "Please enter a valid email address";
}
