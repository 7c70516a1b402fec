/** The separator of a supplier's decimals: a point (1,234.56) or a comma (1.234,56). */
export const notations = ["point", "comma"] as const;
export type Notation = (typeof notations)[number];

// A group of thousands begins with no zero, so 0.900 has decimals in either notation.
const forms: Record<Notation, RegExp> = {
  point: /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d+))?$/,
  comma: /^([1-9]\d{0,2}(?:\.\d{3})+|\d*)(?:,(\d+))?$/,
};
const gapped = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/u;
const scientific = /^(\d{1,10})(?:\.(\d{1,20}))?e([-+]?\d{1,2})$/i;
const amount =
  /^([-+−]?)\s*(\p{L}+\.?|[^\d.,+−-]+)?\s*([-−]?)([\d.,](?:[\d.,]|[\s'’](?=\d))*(?:e[-+]?\d+)?)\s*([^\d]*)$/iu;

/**
 * A number as people and programs write it, as decimal text such as `-1234.56` with at most seven places: `1.234,56`,
 * `12,50`, `1 234,56`, `$0.90`, `.9`, `1e-3`. Null for anything else, and for `1.000` while its supplier's notation is
 * not known: it may be a thousand or one. Pure.
 */
export function readDecimal(value: unknown, notation: Notation | null): string | null {
  const written = figureOf(value);
  if (written === null) return null;
  const { sign, figure } = written;
  const own = typeof value === "number" ? "point" : notation;
  const found = new Set(notations.flatMap((form) => readAs(figure, form) ?? []));
  const chosen = found.size === 1 ? [...found][0] : own && readAs(figure, own);
  return chosen ? sign + chosen : null;
}

/** The notation that a written number shows by itself; null for one that reads the same in both, or in either. */
function notationShown(value: unknown): Notation | null {
  const written = typeof value === "string" ? figureOf(value) : null;
  if (written === null) return null;
  const fitting = notations.filter((form) => readAs(written.figure, form) !== null);
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The one notation that all of some written numbers show; null when they show none, or both. */
export function notationOf(values: unknown[]): Notation | null {
  const shown = new Set(values.flatMap((value) => notationShown(value) ?? []));
  return shown.size === 1 ? ([...shown][0] ?? null) : null;
}

const maxCount = 2_147_483_647;

/**
 * A whole number from 0 to what the database holds; a negative one is 0. Null for anything else, `1.000` too where it
 * has three decimals, because no panel counts thousandths.
 */
export function readCount(value: unknown, notation: Notation | null): number | null {
  const certain = readDecimal(value, null);
  const text = certain ?? readDecimal(value, notation);
  const isWhole = certain === null ? /^-?\d+$/ : /^-?\d+(?:\.0+)?$/;
  if (text === null || !isWhole.test(text)) return null;
  const count = Math.max(0, Number(text));
  return count <= maxCount ? count : null;
}

function figureOf(value: unknown): { sign: string; figure: string; currency: string } | null {
  if (typeof value !== "number" && typeof value !== "string") return null;
  const match = amount.exec(String(value).trim());
  if (!match) return null;
  const [, before = "", word = "", between = "", written = "", after = ""] = match;
  const currency = word.trim() || after.trim();
  if (
    (before && between) ||
    (word && after) ||
    !/\d/.test(written) ||
    (currency && codeOf(currency) === null)
  )
    return null;
  const figure = gapped.test(written) ? written.replace(/[\s'’]/gu, "") : written;
  return { sign: /[-−]/.test(before + between) ? "-" : "", figure: unpowered(figure), currency };
}

/** `1e-3` as 0.001; any other figure as it is. */
function unpowered(figure: string): string {
  const match = scientific.exec(figure);
  if (!match) return figure;
  const [, whole = "", fraction = "", power = "0"] = match;
  const at = whole.length + Number(power);
  const digits = "0".repeat(Math.max(0, 1 - at)) + (whole + fraction).padEnd(Math.max(0, at), "0");
  const end = Math.max(at, 1);
  // Without a fourth decimal, three would look like a group of thousands.
  return digits.length === end ? digits : `${digits.slice(0, end)}.${digits.slice(end).padEnd(4, "0")}`;
}

const places = 7;
const longestWhole = 10;

function readAs(figure: string, form: Notation): string | null {
  const match = forms[form].exec(figure);
  if (!match) return null;
  const whole = (match[1] ?? "").replace(/[.,]/g, "").replace(/^0+(?=\d)/, "") || "0";
  const fraction = match[2] ?? "";
  if (whole.length > longestWhole) return null;
  if (fraction.length <= places) return fraction ? `${whole}.${fraction}` : whole;
  const scaled =
    BigInt(whole + fraction.slice(0, places)) + (/^[5-9]/.test(fraction.slice(places)) ? 1n : 0n);
  const digits = scaled.toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

// Signs and words that suppliers write for a currency, beside an amount or in a field of its own.
const currencyWords: Record<string, string> = {
  $: "USD",
  us$: "USD",
  dollar: "USD",
  dollars: "USD",
  "€": "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  "₺": "TRY",
  tl: "TRY",
  lira: "TRY",
  "₽": "RUB",
  руб: "RUB",
  рублей: "RUB",
  "₹": "INR",
  rs: "INR",
  rupees: "INR",
  rp: "IDR",
  rupiah: "IDR",
  r$: "BRL",
  reais: "BRL",
  "₫": "VND",
  "₦": "NGN",
  "₴": "UAH",
  "₸": "KZT",
  "৳": "BDT",
  "₱": "PHP",
  "₩": "KRW",
  "฿": "THB",
  zł: "PLN",
};

const codes = new Set([...Intl.supportedValuesOf("currency"), "USDT", "USDC"]);

function codeOf(text: string): string | null {
  const word = text.trim().toLowerCase().replace(/\.$/, "");
  if (Object.hasOwn(currencyWords, word)) return currencyWords[word] ?? null;
  return codes.has(word.toUpperCase()) ? word.toUpperCase() : null;
}

/** ISO 4217's code for no currency. Amounts in it are never compared with dollars. */
const noCurrency = "XXX";

/**
 * The currency of an amount: as the field that names it says, else as it is written beside the amount. Null where
 * neither says any; `XXX` for one that is not known.
 */
export function readCurrency(field: unknown, beside?: unknown): string | null {
  if (typeof field === "string" && field.trim() !== "") return codeOf(field) ?? noCurrency;
  const written = figureOf(beside)?.currency;
  return written ? codeOf(written) : null;
}
