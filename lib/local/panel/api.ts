import { type Context, Hono } from "hono";
import { cutConnection, holdConnection, type NodeEnv } from "../emulator-server";
import { addOrder } from "./add-order";
import { speak } from "./dialects";
import { cancelOrders, readRefills, readStatus, refillOrders } from "./read-orders";
import { panelServices, panelSupplierKeys } from "./services";
import {
  type AddFault,
  type AddRecord,
  type Caller,
  malformedText,
  type PanelState,
  refusalFaults,
  refusalTexts,
  writtenBalance,
} from "./state";

/** Every action but `add`, whose answer a fault may spoil. */
const actions = new Map<string, (caller: Caller, form: URLSearchParams) => unknown>([
  ["services", listServices],
  ["balance", (caller) => ({ balance: writtenBalance(caller), currency: "USD" })],
  ["status", readStatus],
  ["cancel", cancelOrders],
  ["refill", refillOrders],
  ["refill_status", readRefills],
]);

/** `POST /api/v2` of SMM panels: form in, JSON out, errors with status 200. */
export function createPanelApi(state: PanelState, changed: () => void): Hono<NodeEnv> {
  const app = new Hono<NodeEnv>();
  app.post("/api/v2", async (c) => {
    if (!c.req.header("content-type")?.startsWith("application/x-www-form-urlencoded")) {
      return c.json({ error: "Incorrect request" });
    }
    const form = new URLSearchParams(await c.req.text());
    const supplier = panelSupplierKeys.find((key) => key === form.get("key"));
    if (!supplier) return c.json({ error: "Invalid API key" });
    const name = form.get("action") ?? "";
    const action = actions.get(name);
    if (!action && name !== "add") return c.json({ error: "Incorrect request" });
    state.calls[name] = (state.calls[name] ?? 0) + 1;
    changed();
    const caller = { state, supplier, nowMs: Date.now() };
    return action ? answer(c, caller, form, action(caller, form)) : answerAdd(c, caller, form);
  });
  app.all("/api/v2", (c) => c.json({ error: "Incorrect request" }, 405));
  return app;
}

/** An answer in its supplier's dialect. */
function answer(
  c: Context<NodeEnv>,
  { state, supplier }: Caller,
  form: URLSearchParams,
  said: unknown,
): Response {
  const { dialect = "plain" } = state.habits[supplier] ?? {};
  const { httpStatus, body } = speak(dialect, form.get("action") ?? "", form, said);
  return c.json(body as object, httpStatus);
}

async function answerAdd(c: Context<NodeEnv>, caller: Caller, form: URLSearchParams): Promise<Response> {
  const { state, supplier, nowMs } = caller;
  const fault = state.faults.add.shift();
  const record: AddRecord = {
    atMs: nowMs,
    key: supplier,
    service: form.get("service") ?? "",
    link: form.get("link") ?? "",
    quantity: form.get("quantity") ?? "",
    ref: form.get("ref"),
    fault: fault ?? null,
    order: null,
  };
  state.addLog?.push(record);
  if (fault === "down") return cutConnection(c);
  if (fault === "rate") return c.json({ error: "Too many requests" }, 429, { "retry-after": "1" });
  const refusal = refusalFaults.find((name) => name === fault);
  if (refusal) return answer(c, caller, form, { error: refusalTexts[refusal] });
  const added = await addOrder(caller, form);
  if ("error" in added) return answer(c, caller, form, added);
  record.order = added.order;
  return spoil(c, added, fault) ?? answer(c, caller, form, added);
}

/** The answer to a placed order, spoiled by the fault; nothing without one. */
function spoil(
  c: Context<NodeEnv>,
  added: { order: number },
  fault: AddFault | undefined,
): Response | Promise<Response> | undefined {
  switch (fault) {
    case "hang":
      return holdConnection(c);
    case "lost":
      return c.body(null, 504);
    case "html":
      return c.html("<!doctype html><title>One moment</title><h1>Checking your browser</h1>");
    case "truncated":
      return c.body(`{"order": ${added.order}`, 200, { "content-type": "application/json" });
    case "empty":
      return c.json({});
    case "null":
      return c.json({ order: null });
    case "garbage":
      return c.json({ order: "abc" });
    case "malformed":
      return c.json({ ...added, message: malformedText });
    default:
      return undefined;
  }
}

function listServices({ supplier }: Caller): unknown {
  return panelServices
    .filter((service) => service.supplier === supplier)
    .map(({ service, name, type, category, rate, min, max, refill, cancel }) => ({
      service,
      name,
      type,
      category,
      rate,
      min: String(min),
      max: String(max),
      refill,
      cancel,
      dripfeed: false,
    }));
}
