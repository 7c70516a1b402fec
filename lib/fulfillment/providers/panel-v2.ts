import { classifyAnswer } from "./classify-answer";
import { type PostOptions, postForm, type RawAnswer } from "./post-form";
import { type FulfillmentProvider, maxStatusBatch, type StatusAnswer } from "./provider";
import { readStatus, type StatusReport } from "./read-status";

export type PanelOptions = { apiUrl: string; apiKey: string; timeoutMs: number };

const maxAnswerBytes = 64 * 1024;
const maxBatchBytes = 1024 * 1024;

/**
 * A supplier that speaks the SMM panel API v2: one address, form fields in, JSON out, `action` names the call. There
 * is no specification; what is relied on here is what the panels' own API pages agree about.
 */
export function openPanel({ apiUrl, apiKey, timeoutMs }: PanelOptions): FulfillmentProvider {
  const call = (action: string, fields: Record<string, string>, options: Omit<PostOptions, "timeoutMs">) =>
    postForm(apiUrl, { key: apiKey, action, ...fields }, { ...options, timeoutMs });

  return {
    async add({ service, link, quantity }) {
      const fields = { service, link, quantity: String(quantity) };
      const answer = await call("add", fields, { connection: "fresh", maxBytes: maxAnswerBytes });
      // A panel that repeats the request in its error must not bring the key into our records.
      return { ...classifyAnswer(answer), evidence: evidenceOf(answer, apiKey) };
    },
    async statuses(orderIds) {
      const ids = orderIds.slice(0, maxStatusBatch);
      const options = { connection: "reused", maxBytes: maxBatchBytes } as const;
      return readBatch(await call("status", { orders: ids.join(",") }, options), ids);
    },
  };
}

function evidenceOf(answer: RawAnswer, apiKey: string) {
  if (answer.kind !== "answered") return { httpStatus: null, answer: `${answer.kind}: ${answer.detail}` };
  return { httpStatus: answer.httpStatus, answer: answer.body.replaceAll(apiKey, "[key]") };
}

/** One bad entry never stops the others; only an answer that is no batch at all fails as a whole. */
function readBatch(answer: RawAnswer, ids: string[]): StatusAnswer {
  if (answer.kind !== "answered")
    return { ok: false, reason: answer.kind === "lost" ? answer.reason : answer.detail };
  if (answer.cut) return { ok: false, reason: answer.cut };
  let batch: unknown;
  try {
    batch = JSON.parse(answer.body.replace(/^\uFEFF/, ""));
  } catch {
    return { ok: false, reason: `not_json, HTTP ${answer.httpStatus}` };
  }
  if (typeof batch !== "object" || batch === null || Array.isArray(batch))
    return { ok: false, reason: "no batch" };
  const entries = new Map<string, unknown>(Object.entries(batch));
  if (typeof entries.get("error") === "string") return { ok: false, reason: "refused" };
  const only = ids[0];
  // Asked for one order, some panels leave the batch's outer layer away.
  if (ids.length === 1 && only && !entries.has(only) && entries.has("status")) {
    return { ok: true, reports: new Map([[only, readStatus(batch)]]) };
  }
  const reports = new Map<string, StatusReport>();
  for (const id of ids) if (entries.has(id)) reports.set(id, readStatus(entries.get(id)));
  return { ok: true, reports };
}
