import { classifyAnswer, isSuccess } from "./classify-answer";
import type { ErrorRule } from "./error-rules";
import { type PostOptions, postForm, type RawAnswer, type Reach } from "./post-form";
import { type FulfillmentProvider, maxStatusBatch, type StatusAnswer } from "./provider";
import { readBalance, readServices } from "./read-account";
import { errorText, fieldsOf, isAboutCall, type JsonAnswer, readJson } from "./read-json";
import { readCancelAnswer, readRefillAnswer, readRefillStatuses } from "./read-refill";
import { readStatus, type StatusReport } from "./read-status";
import { knownRefusal } from "./refusal-codes";

type PanelOptions = {
  apiUrl: string;
  apiKey: string;
  timeoutMs: number;
  reach: Reach;
  /** The supplier's own error texts. */
  errorRules?: ErrorRule[];
};

const once = { connection: "own", maxBytes: 64 * 1024 } as const;
const reading = { connection: "reused", maxBytes: 64 * 1024 } as const;
const batch = { connection: "reused", maxBytes: 1024 * 1024 } as const;
// The largest panels list some ten thousand services.
const list = { connection: "reused", maxBytes: 16 * 1024 * 1024 } as const;

/**
 * A supplier with the SMM panel API v2: one address, form fields in, JSON out, `action` names the call. There is no
 * specification; this relies on what the panels' API pages have in common.
 */
export function openPanel({ apiUrl, apiKey, errorRules, ...limits }: PanelOptions): FulfillmentProvider {
  const call = (
    action: string,
    fields: Record<string, string>,
    options: Omit<PostOptions, "timeoutMs" | "reach">,
  ) => postForm(apiUrl, { key: apiKey, action, ...fields }, { ...options, ...limits });
  // A panel may repeat the request in its error; the key must not get into our records.
  const ask = async (...request: Parameters<typeof call>) => {
    const answer = await call(...request);
    return readJson(
      answer.kind === "answered" ? { ...answer, body: answer.body.replaceAll(apiKey, "[key]") } : answer,
    );
  };

  return {
    async add({ service, link, quantity, extra }, deadline) {
      const fields = { ...extra, service, link, quantity: String(quantity) };
      const answer = await call("add", fields, { ...once, deadline });
      return { ...classifyAnswer(answer, errorRules), evidence: evidenceOf(answer, apiKey) };
    },
    async statuses(orderIds) {
      const ids = orderIds.slice(0, maxStatusBatch);
      return readBatch(await ask("status", { orders: ids.join(",") }, batch), ids);
    },
    async refill(orderId, deadline) {
      return readRefillAnswer(await ask("refill", { order: orderId }, { ...once, deadline }), errorRules);
    },
    async refillStatuses(refillIds) {
      const ids = refillIds.slice(0, maxStatusBatch);
      const json = await ask("refill_status", { refills: ids.join(",") }, batch);
      if (!json.ok) return { ok: false, reason: json.reason };
      const refusal = errorText(json.value);
      if (refusal) return { ok: false, reason: refusal };
      if (!isSuccess(json.httpStatus)) return { ok: false, reason: `HTTP ${json.httpStatus}` };
      return { ok: true, reports: readRefillStatuses(json.value, ids) };
    },
    async cancel(orderId) {
      return readCancelAnswer(await ask("cancel", { orders: orderId }, once), errorRules);
    },
    async balance() {
      return readBalance(await ask("balance", {}, reading));
    },
    async services() {
      return readServices(await ask("services", {}, list));
    },
  };
}

function evidenceOf(answer: RawAnswer, apiKey: string) {
  if (answer.kind !== "answered") return { httpStatus: null, answer: `${answer.kind}: ${answer.detail}` };
  return { httpStatus: answer.httpStatus, answer: answer.body.replaceAll(apiKey, "[key]") };
}

/** A bad entry does not affect the others; only an answer that is not a batch fails as a whole. */
function readBatch(json: JsonAnswer, ids: string[]): StatusAnswer {
  if (!json.ok) return { ok: false, reason: json.reason };
  const fields = fieldsOf(json.value);
  if (!fields) return { ok: false, reason: "no batch" };
  const entries = new Map<string, unknown>(Object.entries(fields));
  // When asked about one order, some panels omit the batch's outer layer.
  const only = ids.length === 1 ? ids[0] : undefined;
  const isBare = only !== undefined && !entries.has(only);
  const error = entries.get("error");
  if (typeof error === "string") {
    if (!isBare || !isAboutOrder(error, json.httpStatus)) return { ok: false, reason: "refused" };
    return { ok: true, reports: new Map([[only, readStatus({ error })]]) };
  }
  if (isBare && entries.has("status")) {
    const isReport = ["charge", "remains", "start_count"].some((key) => entries.has(key));
    if (!isReport && isAboutCall(fields, ["status"])) return { ok: false, reason: "refused" };
    return { ok: true, reports: new Map([[only, readStatus(fields)]]) };
  }
  const reports = new Map<string, StatusReport>();
  for (const id of ids) if (entries.has(id)) reports.set(id, readStatus(entries.get(id)));
  return { ok: true, reports };
}

/** True for "Incorrect order ID" and its like; false for a refusal of the key, the rate or the whole request. */
function isAboutOrder(error: string, httpStatus: number): boolean {
  return httpStatus < 500 && knownRefusal(error) === null && /order/i.test(error);
}
