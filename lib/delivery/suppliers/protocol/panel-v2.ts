import { askInParts, type PartAnswer } from "./ask-in-parts";
import { classifyAnswer } from "./classify-answer";
import type { ErrorRule } from "./error-rules";
import { type PostOptions, postForm, type RawAnswer, type Reach } from "./post-form";
import {
  type FulfillmentProvider,
  type ListedService,
  maxStatusBatch,
  type ServicesAnswer,
} from "./provider";
import { readBalance, readServices } from "./read-account";
import { readBatch, readRefillBatch } from "./read-batch";
import { readJson } from "./read-json";
import type { Notation } from "./read-number";
import { readCancelAnswer, readRefillAnswer } from "./read-refill";

type PanelOptions = {
  apiUrl: string;
  apiKey: string;
  timeoutMs: number;
  reach: Reach;
  /** The supplier's own error texts. */
  errorRules?: ErrorRule[];
  /** How it writes numbers, where that is known. */
  notation?: Notation | null;
};

const once = { connection: "own", maxBytes: 64 * 1024 } as const;
const reading = { connection: "reused", maxBytes: 64 * 1024, follows: true } as const;
const batch = { connection: "reused", maxBytes: 1024 * 1024, follows: true } as const;
// The largest panels list some ten thousand services, each with a long description.
const list = { connection: "reused", maxBytes: 64 * 1024 * 1024, follows: true } as const;
// Some panels list a few hundred services at a time.
const mostPages = 40;

/**
 * A supplier with the SMM panel API v2: one address, form fields in, JSON out, `action` names the call. There is no
 * specification; this relies on what the panels' API pages have in common.
 */
export function openPanel(panel: PanelOptions): FulfillmentProvider {
  const { apiUrl, apiKey, errorRules, notation = null, ...limits } = panel;
  const call = (
    action: string,
    fields: Record<string, string>,
    options: Omit<PostOptions, "timeoutMs" | "reach">,
  ) => postForm(apiUrl, { key: apiKey, action, ...fields }, { ...options, ...limits });
  // A panel may repeat the request in its error; the key must not get into our records.
  const withoutKey = (answer: RawAnswer): RawAnswer =>
    answer.kind === "answered" ? { ...answer, body: answer.body.replaceAll(apiKey, "[key]") } : answer;
  const ask = async (...request: Parameters<typeof call>) => {
    return readJson(withoutKey(await call(...request)));
  };

  return {
    async add({ service, link, quantity, extra }, deadline) {
      const fields = { ...extra, service, link, quantity: String(quantity) };
      const answer = await call("add", fields, { ...once, deadline });
      return { ...classifyAnswer(answer, errorRules), evidence: evidenceOf(answer, apiKey) };
    },
    async statuses(orderIds) {
      return askInParts(orderIds.slice(0, maxStatusBatch), (ids) =>
        aloneOrTogether("order", ids, async (fields) =>
          readBatch(await ask("status", fields, batch), ids, notation),
        ),
      );
    },
    async refill(orderId, deadline) {
      return readRefillAnswer(await ask("refill", { order: orderId }, { ...once, deadline }), errorRules);
    },
    async refillStatuses(refillIds) {
      return askInParts(refillIds.slice(0, maxStatusBatch), (ids) =>
        aloneOrTogether("refill", ids, async (fields) =>
          readRefillBatch(await ask("refill_status", fields, batch), ids),
        ),
      );
    },
    async cancel(orderId) {
      return readCancelAnswer(await ask("cancel", { orders: orderId }, once), errorRules);
    },
    async balance() {
      const answer = await call("balance", {}, reading);
      const movedTo = answer.kind === "answered" ? answer.movedTo : null;
      return { ...readBalance(readJson(withoutKey(answer)), notation), movedTo };
    },
    async services() {
      return allPages(async (page) => readServices(await ask("services", page, list), notation));
    },
  };
}

/** Asks about several numbers together, and about one as every panel knows it, or as a batch of one. */
async function aloneOrTogether<Report>(
  what: "order" | "refill",
  ids: string[],
  ask: (fields: Record<string, string>) => Promise<PartAnswer<Report>>,
): Promise<PartAnswer<Report>> {
  const together = { [`${what}s`]: ids.join(",") };
  if (ids.length > 1) return ask(together);
  const alone = await ask({ [what]: ids.join() });
  const isOpen = alone.ok ? alone.reports.size === 0 : alone.isRefused;
  if (!isOpen) return alone;
  const asBatch = await ask(together);
  return asBatch.ok ? asBatch : alone;
}

/** A whole list, of which some panels send only a round number of services at a time; others send it all again. */
async function allPages(
  ask: (page: Record<string, string>) => Promise<ServicesAnswer>,
): Promise<ServicesAnswer> {
  const first = await ask({});
  if (!first.ok) return first;
  const services = new Map<string, ListedService>();
  let { unreadable } = first;
  const shown: (Notation | null)[] = [first.notation];
  let found = first.services;
  for (let page = 2; page <= mostPages; page += 1) {
    const before = services.size;
    for (const service of found) services.set(service.externalId, service);
    const listed = services.size + unreadable;
    if (services.size === before || found.length === 0 || listed % 100 !== 0) break;
    const next = await ask({ offset: String(listed), page: String(page) });
    if (!next.ok || next.services.every(({ externalId }) => services.has(externalId))) break;
    unreadable += next.unreadable;
    shown.push(next.notation);
    found = next.services;
  }
  const notations = new Set(shown.filter((notation) => notation !== null));
  const [notation = null] = notations.size === 1 ? notations : [];
  return { ok: true, services: [...services.values()], unreadable, notation };
}

function evidenceOf(answer: RawAnswer, apiKey: string) {
  if (answer.kind !== "answered") return { httpStatus: null, answer: `${answer.kind}: ${answer.detail}` };
  return { httpStatus: answer.httpStatus, answer: answer.body.replaceAll(apiKey, "[key]") };
}
