import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { countInProcess } from "@/lib/base/rate-limit/count-in-process";
import { routeQueues } from "../concurrency";
import { type Refusal, retryLaterRefusal } from "./refuse-request";
import { atMost, responseMade } from "./response-made";

/** The shop's own answers take a few milliseconds. A call that takes longer is waiting for another server. */
const longestTurnMs = 50;

/**
 * Lets `handle` answer a call of a route (/api) within the limits of its network (concurrency.ts), before Next, whose
 * own work costs more than most answers. A network's calls wait for each other first. Returns why the call was refused,
 * or null when it is being answered.
 */
export async function handleRoute(
  request: IncomingMessage,
  response: ServerResponse,
  handle: RequestListener,
): Promise<Refusal | null> {
  try {
    const network = addressKey(String(request.headers["x-client-address"]));
    countInProcess("routeOfNetwork", network, getEnv().RATE_LIMIT_SCALE);
    await routeQueues().run(network, async () => {
      // The caller has left the queue.
      if (response.destroyed) return;
      const made = responseMade(response);
      handle(request, response);
      await atMost(longestTurnMs, made);
    });
    return null;
  } catch (error) {
    if (error instanceof AppError) return retryLaterRefusal(error);
    throw error;
  }
}
