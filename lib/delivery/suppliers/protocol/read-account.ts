import { storable } from "@/lib/base/text/storable-text";
import { decodeEntities } from "./known-refusals";
import type { BalanceAnswer, ListedService, ServicesAnswer } from "./provider";
import { fieldsOf, type JsonAnswer, orderNumber } from "./read-json";
import { type Notation, notationOf, readCount, readCurrency, readDecimal } from "./read-number";
import { refusalIn } from "./read-refusal";

/**
 * Reads an answer to `balance`. The figure stays decimal text: no float ever holds money. Below zero it keeps its sign,
 * because a panel that gives credit goes on buying, and only the exact figure shows that. Pure.
 */
export function readBalance(json: JsonAnswer, notation: Notation | null = null): BalanceAnswer {
  const refusal = refusalIn(json);
  if (refusal) {
    const isKey = refusal.code === "bad_key";
    return { ok: false, reason: isKey ? "bad_key" : "refused", detail: refusal.text };
  }
  if (json.httpStatus === 401 || json.httpStatus === 403) {
    return { ok: false, reason: "refused", detail: `it answers HTTP ${json.httpStatus}` };
  }
  if (!json.ok) return { ok: false, reason: json.isSent ? "no_answer" : "unreachable", detail: json.reason };
  const fields = [fieldsOf(json.value), fieldsOf(fieldsOf(json.value)?.data)].find(
    (found) => found?.balance !== undefined,
  );
  const written = fields?.balance;
  const shown = notationOf([written]);
  const balance = readDecimal(written, shown ?? notation);
  if (balance === null) return { ok: false, reason: "unreadable", detail: `HTTP ${json.httpStatus}` };
  // The protocol's own currency, where a panel names none.
  return { ok: true, balance, currency: readCurrency(fields?.currency, written) ?? "USD", notation: shown };
}

const maxCount = 2_147_483_647;

/**
 * Reads an answer to `services`: a list, or one that an object wraps. Unreadable entries are only counted; the rate is
 * decimal text for 1,000 units; `refill` and `cancel` may be true, 1, "1" or "true", and where a list leaves them out
 * the supplier may be asked; a missing type means Default. Numbers are read in the notation that the list shows. Pure.
 */
export function readServices(json: JsonAnswer, notation: Notation | null = null): ServicesAnswer {
  const refusal = refusalIn(json);
  if (refusal) return { ok: false, reason: refusal.text };
  if (!json.ok) return { ok: false, reason: json.reason };
  const entries = entriesIn(json.value);
  if (!entries) return { ok: false, reason: `no list, HTTP ${json.httpStatus}` };
  const all = entries.map((entry) => fieldsOf(entry) ?? {});
  const shown = notationOf(all.flatMap(({ rate, price, min, max }) => [rate ?? price, min, max]));
  const services = new Map<string, ListedService>();
  let unreadable = 0;
  for (const fields of all) {
    const service = readService(fields, shown ?? notation);
    if (service) services.set(service.externalId, service);
    else unreadable += 1;
  }
  return { ok: true, services: [...services.values()], unreadable, notation: shown };
}

const wrappers = ["services", "data", "result", "results", "items", "list"];

/** The entries of a list, of one that an object wraps, or of an object that has them by number. */
function entriesIn(value: unknown, depth = 0): unknown[] | null {
  if (Array.isArray(value)) return value;
  const fields = fieldsOf(value);
  if (!fields || depth === 3) return null;
  for (const name of wrappers) {
    const entries = entriesIn(fields[name], depth + 1);
    if (entries) return entries;
  }
  const all = Object.values(fields);
  return all.length > 0 && all.every((entry) => fieldsOf(entry)?.service !== undefined) ? all : null;
}

function readService(fields: Record<string, unknown>, notation: Notation | null): ListedService | null {
  const externalId = orderNumber(fields.service ?? fields.service_id ?? fields.id);
  const ratePer1000 = readDecimal(fields.rate ?? fields.price, notation);
  const minQuantity = limitOf(fields.min, notation);
  const listedMax = limitOf(fields.max, notation);
  if (!externalId || !ratePer1000 || ratePer1000.startsWith("-")) return null;
  if (minQuantity === null || listedMax === null) return null;
  // A maximum of 0 means that the list names none.
  const maxQuantity = listedMax === 0 ? maxCount : listedMax;
  if (minQuantity > maxQuantity) return null;
  return {
    externalId,
    name: text(fields.name) || `Service ${externalId}`,
    type: text(fields.type) || "Default",
    category: text(fields.category),
    ratePer1000,
    minQuantity: Math.max(1, minQuantity),
    maxQuantity,
    canRefill: isYes(fields.refill ?? true),
    canCancel: isYes(fields.cancel ?? true),
  };
}

/** A limit of a quantity; what is beyond the database's numbers is its largest. */
function limitOf(value: unknown, notation: Notation | null): number | null {
  const isHuge = /^\d{10,12}$/.test(String(value).trim());
  return readCount(value, notation) ?? (isHuge ? maxCount : null);
}

// Suppliers' texts are shown in the admin area, so they are stripped of control characters and shortened.
function text(value: unknown): string {
  if (typeof value !== "string") return "";
  return storable(
    decodeEntities(value)
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim(),
    300,
  );
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || /^(?:1|true|yes|on)$/i.test(String(value));
}
