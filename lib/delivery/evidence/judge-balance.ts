/** Decimal amounts of a supplier's own currency, as text. */
type BalanceEvidence = {
  before: string;
  /** Every later reading, the first one right after the call. */
  readings: string[];
  ratePer1000: string;
  quantity: number;
};

/** bought: the account paid for the call. not_executed: it paid nothing. unclear: neither is proven. */
type BalanceVerdict = "bought" | "not_executed" | "unclear";

// Panels write up to seven decimals; a difference of 200 units may be their rounding to five.
const scale = 7;
const roundingUnits = 200n;

/**
 * What an account's balance proves about one call, provided that no other call was made around it. Bought when the last
 * reading is lower by the price, within a hundredth of it. Not executed only when all readings equal the first and the
 * price is large enough to be seen. Pure.
 */
export function judgeBalance({ before, readings, ratePer1000, quantity }: BalanceEvidence): BalanceVerdict {
  const start = units(before);
  const seen = readings.map(units);
  const last = seen.at(-1);
  const price = (units(ratePer1000) * BigInt(quantity)) / 1000n;
  if (last === undefined || price <= roundingUnits * 2n) return "unclear";
  if (seen.every((reading) => reading === start)) return "not_executed";
  const tolerance = max(price / 100n, roundingUnits);
  const offBy = start - last - price;
  return offBy <= tolerance && -offBy <= tolerance ? "bought" : "unclear";
}

function units(decimal: string): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole) * 10n ** BigInt(scale) + BigInt(fraction.slice(0, scale).padEnd(scale, "0"));
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
