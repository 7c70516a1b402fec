import { once } from "node:events";
import type { Agent } from "node:http";
import { connect } from "node:net";
import { newToken } from "@/lib/base/ids";
import { limits } from "@/lib/base/rate-limit/limits";
import { open, send } from "./send";

export type Flood = {
  /** The addresses that it comes from; without a number, each request comes from another. */
  addresses?: number;
  connections: number;
  /** The most that it sends, because it shares the cores with the shop. */
  perSecond: number;
  /** Attacks once; returns the answer's status. */
  attack: (target: Target) => Promise<string>;
  /** The statuses that it may be answered. */
  expects: string[];
  /** How often, at most, it may be answered by one of these, which cost the shop something. */
  most?: { times: number; by: string[] };
  /** The most calls of the social data provider, which cost money. */
  mostPaidCalls?: number;
  /** True when its refusals may be logged one by one. */
  isLogged?: true;
};

export type Target = { origin: string; orderPath: string; nth: number; caller: Caller };

type Caller = { from: string; agent: Agent };

const boundary = "x".repeat(20);
const emptyFile = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename=""\r\n\r\n\r\n`;
const emptyFiles = Buffer.from(`${emptyFile.repeat(11_000)}--${boundary}--\r\n`);
const multipart = { "content-type": `multipart/form-data; boundary=${boundary}` };
const json = { "content-type": "application/json" };
const oddBodies = ['["$F1"]', '["$n12x"]', '["$Q9"]', '[{"then":"$@0"}]', "[".repeat(5_000)];
const pageWithAction = "/track";
const unknownAction = "7f".padEnd(42, "0");
const smallAnswers = ["/api/me", "/api/social-proof", "/api/auth/signin"];

/**
 * The floods by name. Each may also be refused, with 429 or 503. A window of a limit may end during a flood, so two of
 * them count.
 */
export const floods: Record<string, Flood> = {
  "1 MB forms of 11,000 empty files": {
    addresses: 1,
    connections: 1,
    perSecond: 20,
    attack: (target) => {
      const paths = ["/api/functions/create-order", "/auth", "/nowhere", target.orderPath];
      return post(target, paths[target.nth % paths.length] ?? "", emptyFiles, multipart);
    },
    expects: ["413", "415"],
  },
  "malformed actions": {
    addresses: 3,
    connections: 6,
    perSecond: 100,
    attack: async (target) => {
      const id = target.nth % 2 ? unknownAction : await actionOf(target);
      const headers = { "next-action": id, "content-type": "text/plain" };
      return post(target, pageWithAction, oddBodies[target.nth % oddBodies.length] ?? "", headers);
    },
    expects: ["400", "409"],
  },
  "20 connections on an order's page": {
    addresses: 1,
    connections: 20,
    perSecond: 400,
    attack: (target) => get(target, target.orderPath),
    expects: ["200"],
    most: { times: 2 * limits.pageOfNetwork.points, by: ["200"] },
  },
  "150 connections on an order's page and on unknown links": {
    addresses: 3,
    connections: 150,
    perSecond: 400,
    attack: (target) => get(target, target.nth % 2 ? target.orderPath : `/order/${newToken()}`),
    expects: ["200", "404"],
    most: { times: 6 * limits.pageOfNetwork.points, by: ["200", "404"] },
  },
  "200 live streams from three addresses": {
    addresses: 3,
    connections: 200,
    perSecond: 100,
    attack: async ({ origin, orderPath, caller: { from } }) => {
      const stream = await open(`${origin}/api${ordersPathOf(orderPath)}/events`, { from });
      stream.resume();
      if (stream.statusCode === 200) await once(stream, "close");
      return String(stream.statusCode);
    },
    expects: ["200"],
  },
  "2,100 half-open connections": {
    addresses: 1,
    connections: 2_100,
    perSecond: 400,
    attack: holdHalfOpen,
    expects: ["408"],
  },
  "invented payments": {
    addresses: 4,
    connections: 8,
    perSecond: 100,
    attack: (target) => {
      const sessionId = `cs_test_${newToken().replaceAll("-", "0")}`;
      return post(target, "/api/functions/verify-payment", JSON.stringify({ sessionId }), json);
    },
    expects: ["404"],
    // Stripe is asked once a second.
    most: { times: 15, by: ["404"] },
  },
  "made-up names": {
    connections: 8,
    perSecond: 40,
    attack: (target) => {
      const username = `nobody${process.pid}x${target.nth}`;
      return post(target, "/api/functions/instagram-profile-lookup", JSON.stringify({ username }), json);
    },
    expects: ["200"],
    mostPaidCalls: 2 * limits.lookUps.points,
    isLogged: true,
  },
  "webhooks with bad signatures": {
    addresses: 1,
    connections: 10,
    perSecond: 400,
    attack: (target) => {
      const signature = `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}`;
      const body = JSON.stringify({ id: `evt_${target.nth}` });
      return post(target, "/api/webhooks/stripe", body, { "stripe-signature": signature });
    },
    expects: ["400"],
  },
  "small answers": {
    addresses: 1,
    connections: 20,
    perSecond: 400,
    attack: (target) => get(target, smallAnswers[target.nth % smallAnswers.length] ?? ""),
    expects: ["200", "307", "401"],
    most: { times: 2 * limits.routeOfNetwork.points, by: ["200", "307", "401"] },
  },
  "new keys of limits": {
    connections: 10,
    perSecond: 200,
    attack: (target) => {
      const sessionId = `cs_test_${newToken().replaceAll("-", "0")}`;
      return post(target, "/api/functions/verify-payment", JSON.stringify({ sessionId }), json);
    },
    expects: ["404"],
  },
};

const ordersPathOf = (orderPath: string) => orderPath.replace(/^\/order\//, "/orders/");

let foundAction: string | undefined;

/** The id of the page's action, which is in its form. */
async function actionOf({ origin, caller }: Target): Promise<string> {
  if (foundAction === undefined) {
    const { body } = await send(origin + pageWithAction, caller);
    foundAction = /&quot;id&quot;:&quot;([\da-f]{42})/.exec(body)?.[1];
  }
  if (foundAction === undefined) throw new Error("the page has no form");
  return foundAction;
}

async function get({ origin, caller }: Target, path: string): Promise<string> {
  return String((await send(origin + path, caller)).status);
}

async function post(
  { origin, caller }: Target,
  path: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<string> {
  return String((await send(origin + path, { ...caller, method: "POST", body, headers })).status);
}

/** Sends the first lines of a request, and waits until the server ends the connection. */
async function holdHalfOpen({ origin, caller }: Target): Promise<string> {
  const { port, hostname: host } = new URL(origin);
  const socket = connect({ port: Number(port), host, localAddress: caller.from });
  let said = "";
  socket.on("data", (part) => {
    said += part;
  });
  socket.write("GET / HTTP/1.1\r\nHost: shop\r\n");
  await once(socket, "close");
  return said.split(" ")[1] ?? "closed";
}
