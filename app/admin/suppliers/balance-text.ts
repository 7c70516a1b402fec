/** A decimal truncated to two places: `12.3456789` becomes `12.34`. */
export function shortDecimal(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return `${BigInt(whole).toLocaleString("en-US")}.${fraction.padEnd(2, "0").slice(0, 2)}`;
}

/** A decimal without trailing zeros: `20.5000000` becomes `20.5`, `20.0000000` becomes `20`. */
export function plainDecimal(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A supplier's balance with its currency. */
export function balanceText(supplier: { balance: string | null; balanceCurrency: string | null }): string {
  if (supplier.balance === null) return "Not known yet";
  return `${shortDecimal(supplier.balance)} ${supplier.balanceCurrency ?? ""}`.trim();
}

/** How long a balance lasts at last week's spending. */
export function runwayText(days: number | null): string {
  if (days === null) return "Not known yet";
  if (days > 365) return "More than a year";
  return days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`;
}

/** True below the low-balance mark. For a badge: the alert itself compares exact decimals. */
export function isBalanceLow(supplier: { balance: string | null; lowBalance: string }): boolean {
  return supplier.balance !== null && Number(supplier.balance) < Number(supplier.lowBalance);
}
