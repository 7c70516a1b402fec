import { z } from "zod";
import type { Account, Cause } from "./account";
import { noSuch } from "./api-error";
import { balanceOf } from "./balance";
import { getDispute, listDisputes, listDisputesSchema } from "./disputes";
import { getEvent, listEvents, listEventsSchema } from "./events";
import type { FormTree } from "./form";
import { createdFilter, isCreatedWithin, listParams, page } from "./lists";
import { expand, parseParams, text } from "./params";
import { createRefund, createRefundSchema, getRefund, listRefunds, listRefundsSchema } from "./refunds";
import {
  createSession,
  createSessionSchema,
  expireSession,
  getSession,
  listLineItems,
  listSessions,
  listSessionsSchema,
  sessionView,
} from "./sessions";
import { lookUp, newestFirst } from "./state";

/** What a call brings: the id in its address (empty without one), its parameters, and itself as a cause. */
type Call = { id: string; params: FormTree; cause: Cause };

/** One address of the API. `run` returns the object to answer with, unexpanded, or throws ApiError. */
export type Route = {
  method: "GET" | "POST";
  path: string;
  createsSession?: true;
  run(account: Account, call: Call): object;
};

const expandOnly = z.strictObject({ expand });
const pageOnly = z.strictObject(listParams);
const byIntent = z.strictObject({ ...listParams, payment_intent: text().optional(), created: createdFilter });

/** Every address the emulator answers, in the order they are tried. */
export const routes: Route[] = [
  {
    method: "POST",
    path: "/v1/checkout/sessions",
    createsSession: true,
    run: (account, { params }) => createSession(account, parseParams(createSessionSchema, params)),
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions",
    run: (account, { params }) => listSessions(account, parseParams(listSessionsSchema, params)),
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions/:id",
    run: (account, { id, params }) => {
      parseParams(expandOnly, params);
      return sessionView(account, getSession(account, id).session);
    },
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions/:id/line_items",
    run: (account, { id, params }) => listLineItems(account, id, parseParams(pageOnly, params)),
  },
  {
    method: "POST",
    path: "/v1/checkout/sessions/:id/expire",
    run: (account, { id, params, cause }) => {
      parseParams(expandOnly, params);
      return expireSession(account, id, cause);
    },
  },
  {
    method: "GET",
    path: "/v1/payment_intents/:id",
    run: ({ state }, { id, params }) => {
      parseParams(expandOnly, params);
      return found(lookUp(state.paymentIntents, id), "payment_intent", id, "intent");
    },
  },
  {
    method: "GET",
    path: "/v1/charges",
    run: ({ state }, { params }) => {
      const { payment_intent: intent, created, ...paging } = parseParams(byIntent, params);
      return page(
        newestFirst(state.charges),
        paging,
        "/v1/charges",
        (charge) =>
          (intent === undefined || charge.payment_intent === intent) &&
          isCreatedWithin(charge.created, created),
      );
    },
  },
  {
    method: "GET",
    path: "/v1/charges/:id",
    run: ({ state }, { id, params }) => {
      parseParams(expandOnly, params);
      return found(lookUp(state.charges, id) ?? lookUp(state.failedCharges, id), "charge", id, "id");
    },
  },
  {
    method: "POST",
    path: "/v1/refunds",
    run: (account, { params, cause }) =>
      createRefund(account, parseParams(createRefundSchema, params), cause),
  },
  {
    method: "GET",
    path: "/v1/refunds",
    run: (account, { params }) => listRefunds(account, parseParams(listRefundsSchema, params)),
  },
  {
    method: "GET",
    path: "/v1/refunds/:id",
    run: (account, { id, params }) => {
      parseParams(expandOnly, params);
      return getRefund(account, id);
    },
  },
  {
    method: "GET",
    path: "/v1/disputes",
    run: (account, { params }) => listDisputes(account, parseParams(listDisputesSchema, params)),
  },
  {
    method: "GET",
    path: "/v1/disputes/:id",
    run: (account, { id, params }) => {
      parseParams(expandOnly, params);
      return getDispute(account, id);
    },
  },
  {
    method: "GET",
    path: "/v1/radar/early_fraud_warnings/:id",
    run: ({ state }, { id, params }) => {
      parseParams(expandOnly, params);
      return found(lookUp(state.fraudWarnings, id), "early_fraud_warning", id, "id");
    },
  },
  {
    method: "GET",
    path: "/v1/events",
    run: (account, { params }) => listEvents(account, parseParams(listEventsSchema, params)),
  },
  {
    method: "GET",
    path: "/v1/events/:id",
    run: (account, { id, params }) => {
      parseParams(expandOnly, params);
      return getEvent(account, id);
    },
  },
  {
    method: "GET",
    path: "/v1/balance_transactions/:id",
    run: ({ state }, { id, params }) => {
      parseParams(expandOnly, params);
      return found(lookUp(state.balanceTransactions, id), "balance_transaction", id, "id");
    },
  },
  {
    method: "GET",
    path: "/v1/balance",
    run: (account, { params }) => {
      parseParams(expandOnly, params);
      return balanceOf(account.state);
    },
  },
];

function found<T>(object: T | undefined, kind: string, id: string, param: string): T {
  if (object === undefined) throw noSuch(kind, id, param);
  return object;
}
