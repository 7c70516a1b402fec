import type { ServerOptions } from "node:http";
import { second } from "@/lib/time";

/**
 * How long a client may take to send a request, whatever it asks for: after that it is answered 408 and its connection
 * is closed. Bodies have at most a mebibyte. Answers may take as long as they like: live streams do.
 */
export const requestLimits = {
  headersTimeout: 10 * second,
  requestTimeout: 15 * second,
  connectionsCheckingInterval: second,
} satisfies ServerOptions;
