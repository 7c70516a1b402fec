/** A code as text: `not_started` becomes "not started". Codes spell "canceled" as Stripe does, texts "cancelled". */
export function inWords(code: string): string {
  return code.replaceAll(/[_-]/g, " ").replaceAll("canceled", "cancelled");
}
