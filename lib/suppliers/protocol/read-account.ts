import { storable } from "@/lib/storable-text";
import type { BalanceAnswer, ListedService, ServicesAnswer } from "./provider";
import { decimalText, errorText, fieldsOf, idText, type JsonAnswer } from "./read-json";
import { knownRefusal } from "./refusal-codes";

/**
 * Reads an answer to `balance`. The figure stays decimal text: no float ever holds money. Below zero it keeps its sign,
 * because a panel that gives credit goes on buying, and only the exact figure shows that. Pure.
 */
export function readBalance(json: JsonAnswer): BalanceAnswer {
  if (!json.ok) return { ok: false, reason: json.isSent ? "no_answer" : "unreachable", detail: json.reason };
  const refusal = errorText(json.value);
  if (refusal) {
    const isKey = knownRefusal(refusal) === "bad_key";
    return { ok: false, reason: isKey ? "bad_key" : "refused", detail: refusal };
  }
  const fields = fieldsOf(json.value);
  const said = fields?.balance;
  const text =
    typeof said === "string" ? withoutThousands(said.trim()) : typeof said === "number" ? `${said}` : "";
  const sign = text.startsWith("-") ? "-" : "";
  const amount = decimalText(text.slice(sign.length));
  if (!amount) return { ok: false, reason: "unreadable", detail: `HTTP ${json.httpStatus}` };
  const currency = typeof fields?.currency === "string" ? fields.currency.trim().toUpperCase() : "";
  return {
    ok: true,
    balance: `${sign}${amount}`,
    currency: /^[A-Z]{3,5}$/.test(currency) ? currency : "USD",
  };
}

/** The figure without commas between thousands. A comma anywhere else stays, and makes it unreadable. */
function withoutThousands(text: string): string {
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text;
}

const maxCount = 2_147_483_647;

/**
 * Reads an answer to `services`. Unreadable entries are only counted; the rate is decimal text for 1,000 units;
 * `refill` and `cancel` may be true, 1, "1" or "true"; a missing type means Default. Pure.
 */
export function readServices(json: JsonAnswer): ServicesAnswer {
  if (!json.ok) return { ok: false, reason: json.reason };
  const refusal = errorText(json.value);
  if (refusal) return { ok: false, reason: refusal };
  if (!Array.isArray(json.value)) return { ok: false, reason: `no list, HTTP ${json.httpStatus}` };
  const services = new Map<string, ListedService>();
  for (const entry of json.value) {
    const service = readService(fieldsOf(entry) ?? {});
    if (service) services.set(service.externalId, service);
  }
  return { ok: true, services: [...services.values()], unreadable: json.value.length - services.size };
}

function readService(fields: Record<string, unknown>): ListedService | null {
  const externalId = idText(fields.service);
  const ratePer1000 = decimalText(fields.rate);
  const minQuantity = count(fields.min);
  const maxQuantity = count(fields.max);
  if (!externalId || !ratePer1000 || minQuantity === null || maxQuantity === null) return null;
  if (minQuantity > maxQuantity) return null;
  return {
    externalId,
    name: text(fields.name) || `Service ${externalId}`,
    type: text(fields.type) || "Default",
    category: text(fields.category),
    ratePer1000,
    minQuantity: Math.max(1, minQuantity),
    maxQuantity,
    canRefill: isYes(fields.refill),
    canCancel: isYes(fields.cancel),
  };
}

function count(value: unknown): number | null {
  const digits = typeof value === "number" ? String(value) : value;
  if (typeof digits !== "string" || !/^\d{1,12}$/.test(digits.trim())) return null;
  return Math.min(Number(digits), maxCount);
}

// Suppliers' texts are shown in the admin area, so they are stripped of control characters and shortened.
function text(value: unknown): string {
  if (typeof value !== "string") return "";
  return storable(value.replace(/[\p{Cc}\s]+/gu, " ").trim(), 300);
}

function isYes(value: unknown): boolean {
  return value === true || value === 1 || value === "1" || value === "true";
}
