import { type Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

type Sent = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The caller's address: any of 127.0.0.0/8. */
  from: string;
  /** Without one, the request has a connection of its own. */
  agent?: Agent;
};

/** Sends a request from one of this machine's own addresses, which the shop takes for as many visitors. */
export function open(url: string, { method = "GET", headers, body, from, agent }: Sent) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method, headers, localAddress: from, agent: agent ?? false };
    request(url, options, resolve).on("error", reject).end(body);
  });
}

/** The status and the text of the answer. */
export async function send(url: string, sent: Sent): Promise<{ status: number; body: string }> {
  const answer = await open(url, sent);
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

/** The `nth` of this machine's addresses in a block: 127.`block`.x.x. */
export const addressOf = (block: number, nth: number) =>
  `127.${block}.${(nth >> 8) & 255}.${1 + (nth & 127)}`;
