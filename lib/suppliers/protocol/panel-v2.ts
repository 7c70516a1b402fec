import { askInParts, type PartAnswer } from "./ask-in-parts";
import { classifyAnswer, isSuccess } from "./classify-answer";
import type { ErrorRule } from "./error-rules";
import { type PostOptions, postForm, type RawAnswer, type Reach } from "./post-form";
import { type FulfillmentProvider, maxStatusBatch } from "./provider";
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
      return askInParts(orderIds.slice(0, maxStatusBatch), async (ids) =>
        readBatch(await ask("status", { orders: ids.join(",") }, batch), ids),
      );
    },
    async refill(orderId, deadline) {
      return readRefillAnswer(await ask("refill", { order: orderId }, { ...once, deadline }), errorRules);
    },
    async refillStatuses(refillIds) {
      return askInParts(refillIds.slice(0, maxStatusBatch), async (ids) => {
        const json = await ask("refill_status", { refills: ids.join(",") }, batch);
        if (!json.ok) return away(json.reason);
        const refusal = errorText(json.value);
        if (refusal) return refused(refusal, json.httpStatus);
        if (!isSuccess(json.httpStatus)) return away(`HTTP ${json.httpStatus}`);
        return { ok: true, reports: readRefillStatuses(json.value, ids) };
      });
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
function readBatch(json: JsonAnswer, ids: string[]): PartAnswer<StatusReport> {
  if (!json.ok) return away(json.reason);
  const fields = fieldsOf(json.value);
  if (!fields) return refused("no batch", json.httpStatus);
  const entries = new Map<string, unknown>(Object.entries(fields));
  // When asked about one order, some panels omit the batch's outer layer.
  const only = ids.length === 1 ? ids[0] : undefined;
  const isBare = only !== undefined && !entries.has(only);
  const error = entries.get("error");
  if (typeof error === "string") {
    if (!isBare || !isAboutOrder(error, json.httpStatus)) return refused(error, json.httpStatus);
    return { ok: true, reports: new Map([[only, readStatus({ error })]]) };
  }
  if (isBare && entries.has("status")) {
    const isReport = ["charge", "remains", "start_count"].some((key) => entries.has(key));
    if (!isReport && isAboutCall(fields, ["status"])) return refused("refused", json.httpStatus);
    return { ok: true, reports: new Map([[only, readStatus(fields)]]) };
  }
  const isForeign = !ids.some((id) => entries.has(id));
  if (isForeign && isAboutCall(fields, [])) return refused("refused", json.httpStatus);
  const reports = new Map<string, StatusReport>();
  for (const id of ids) if (entries.has(id)) reports.set(id, readStatus(entries.get(id)));
  return { ok: true, reports };
}

const away = (reason: string) => ({ ok: false, reason, isRefused: false }) as const;

/** A refusal of the key or the pace, or a failing panel, is not about a number. */
const refused = (error: string, httpStatus: number) =>
  ({ ok: false, reason: error, isRefused: httpStatus < 500 && knownRefusal(error) === null }) as const;

/** True for "Incorrect order ID" and its like; false for a refusal of the key, the rate or the whole request. */
function isAboutOrder(error: string, httpStatus: number): boolean {
  return httpStatus < 500 && knownRefusal(error) === null && /order/i.test(error);
}
