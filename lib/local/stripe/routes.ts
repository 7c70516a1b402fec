import { z } from "zod";
import type { Account } from "./account";
import { balanceOf } from "./balance";
import { createEndpoint, createEndpointSchema, updateEndpoint, updateEndpointSchema } from "./endpoints";
import { listEvents, listEventsSchema } from "./events";
import { linesOf } from "./expand";
import type { FormTree } from "./form";
import { createdFilter, isCreatedWithin, listParams, page } from "./lists";
import type { Cause } from "./objects";
import { parseParams, text } from "./params";
import { createRefund, createRefundSchema, listRefunds } from "./refunds";
import {
  createSession,
  createSessionSchema,
  expireSession,
  getSession,
  listSessions,
  sessionView,
} from "./sessions";
import { getOne, lookUp, newestFirst } from "./state";

/** A call: the id in its address (empty without one), its parameters but `expand`, and itself as the cause of events. */
type Call = { id: string; params: FormTree; cause: Cause };

/** One address of the API. `run` returns the object to answer with, unexpanded, or throws ApiError. */
export type Route = {
  method: "GET" | "POST";
  path: string;
  run(account: Account, call: Call): object;
};

/** A route whose parameters are parsed with its schema. */
function route<Schema extends z.ZodType>(
  address: `${Route["method"]} ${string}`,
  schema: Schema,
  run: (account: Account, params: z.output<Schema>, call: Call) => object,
): Route {
  const [method, path = ""] = address.split(" ") as [Route["method"], string];
  return { method, path, run: (account, call) => run(account, parseParams(schema, call.params), call) };
}

const noParams = z.strictObject({});

/** A route that reads one object by its id. */
function oneOf(path: string, find: (account: Account, id: string) => object): Route {
  return route(`GET ${path}/:id`, noParams, (account, _, { id }) => find(account, id));
}

const filterParams = {
  charge: text().optional(),
  payment_intent: text().optional(),
  status: text().optional(),
};
const listSchema = z.strictObject({ ...listParams, created: createdFilter, ...filterParams });
const transactionsSchema = z.strictObject({
  ...listParams,
  created: createdFilter,
  currency: text().optional(),
  source: text().optional(),
  type: text().optional(),
});

/** A route that lists objects, newest first, by their age and by the fields that a parameter names. */
function manyOf(
  path: string,
  find: (account: Account, paymentIntent?: string) => { id: string; created: number }[],
): Route {
  return route(`GET ${path}`, listSchema, (account, { created, charge, payment_intent, status, ...paging }) =>
    page(find(account, payment_intent), paging, path, (object) => {
      const wanted = Object.entries({ charge, payment_intent, status });
      const isEqual = wanted.every(([name, value]) => !value || Reflect.get(object, name) === value);
      return isEqual && isCreatedWithin(object.created, created);
    }),
  );
}

/** Every address the emulator answers, in the order they are tried. */
export const routes: Route[] = [
  route("POST /v1/checkout/sessions", createSessionSchema, createSession),
  manyOf("/v1/checkout/sessions", listSessions),
  oneOf("/v1/checkout/sessions", (account, id) => sessionView(account, getSession(account, id).session)),
  route("GET /v1/checkout/sessions/:id/line_items", z.strictObject(listParams), (account, params, { id }) =>
    linesOf(account, id, params),
  ),
  route("POST /v1/checkout/sessions/:id/expire", noParams, (account, _, { id, cause }) =>
    expireSession(account, id, cause),
  ),
  oneOf("/v1/payment_intents", ({ state }, id) =>
    getOne(state.paymentIntents, id, "payment_intent", "intent"),
  ),
  manyOf("/v1/charges", ({ state }) => newestFirst(state.charges)),
  oneOf(
    "/v1/charges",
    ({ state }, id) => lookUp(state.failedCharges, id) ?? getOne(state.charges, id, "charge", "id"),
  ),
  route("POST /v1/refunds", createRefundSchema, (account, params, { cause }) =>
    createRefund(account, params, cause),
  ),
  manyOf("/v1/refunds", listRefunds),
  oneOf("/v1/refunds", ({ state }, id) => getOne(state.refunds, id, "refund")),
  manyOf("/v1/disputes", ({ state }) => newestFirst(state.disputes)),
  oneOf("/v1/disputes", ({ state }, id) => getOne(state.disputes, id, "dispute")),
  oneOf("/v1/radar/early_fraud_warnings", ({ state }, id) =>
    getOne(state.fraudWarnings, id, "early_fraud_warning", "id"),
  ),
  route(
    "GET /v1/balance_transactions",
    transactionsSchema,
    ({ state }, { created, currency, source, type, ...paging }) =>
      page(newestFirst(state.balanceTransactions), paging, "/v1/balance_transactions", (row) => {
        const isEqual =
          (!currency || row.currency === currency) &&
          (!source || row.source === source) &&
          (!type || row.type === type);
        return isEqual && isCreatedWithin(row.created, created);
      }),
  ),
  oneOf("/v1/balance_transactions", ({ state }, id) =>
    getOne(state.balanceTransactions, id, "balance_transaction", "id"),
  ),
  route("GET /v1/events", listEventsSchema, listEvents),
  manyOf("/v1/webhook_endpoints", ({ state }) => newestFirst(state.endpoints)),
  route("POST /v1/webhook_endpoints", createEndpointSchema, createEndpoint),
  route("POST /v1/webhook_endpoints/:id", updateEndpointSchema, (account, params, { id }) =>
    updateEndpoint(account, params, id),
  ),
  route("GET /v1/account", noParams, () => ({
    id: "acct_emulated",
    object: "account",
    charges_enabled: true,
  })),
  route("GET /v1/balance", noParams, ({ state }) => balanceOf(state)),
];
