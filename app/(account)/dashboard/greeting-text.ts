/** The greeting for an hour of the visitor's clock (0 to 23). */
export function greetingAt(hour: number): string {
  if (hour < 12) return "Good morning";
  return hour < 18 ? "Good afternoon" : "Good evening";
}

/** The part of an address before the @, used as a name. */
export function localPart(email: string): string {
  return email.slice(0, Math.max(0, email.lastIndexOf("@"))) || email;
}
