import type { IncomingMessage, ServerResponse } from "node:http";
import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { countInProcess } from "@/lib/base/rate-limit/count-in-process";
import { concurrencyLimit, pageQueues } from "../concurrency";
import { type Refusal, retryLaterRefusal } from "./refuse-request";
import { responseMade, takeTurn } from "./response-made";

/**
 * Lets `render` answer a page that is made for its visitor, within the limits of its network and of the process
 * (concurrency.ts): a page takes up to 85 ms of processor time, so a flood of pages would stop purchases. A network's
 * pages wait for each other first, so that a flood from one network does not delay the pages of others. Returns why the
 * page was refused, or null when it was answered.
 */
export async function handlePage(
  request: IncomingMessage,
  response: ServerResponse,
  render: () => void | Promise<void>,
): Promise<Refusal | null> {
  try {
    const network = addressKey(String(request.headers["x-client-address"]));
    countInProcess("pageOfNetwork", network, getEnv().RATE_LIMIT_SCALE);
    const inTurn = async () => {
      // The visitor has left the queue.
      if (response.destroyed) return;
      await takeTurn(render, responseMade(response));
    };
    await pageQueues().run(network, () => concurrencyLimit("pages").run(inTurn));
    return null;
  } catch (error) {
    if (error instanceof AppError) return retryLaterRefusal(error);
    throw error;
  }
}
