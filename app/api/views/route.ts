import { clientAddress } from "@/app/_server/caller";
import { concurrencyLimit } from "@/app/_server/concurrency";
import { errorResponse } from "@/app/_server/error-response";
import { getConnection, getDb } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { processWide } from "@/lib/base/process-wide";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { second } from "@/lib/base/time/time";
import { PageViewCounter } from "@/lib/shop/analytics/page-view-counter";
import { isCounted, type PageView, pageViewSchema } from "@/lib/shop/analytics/page-views";

/** A process that dies loses at most the views of this period. */
const flushAfterMs = 10 * second;

const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/**
 * `?page=`, `?platform=`, `?service=`: counts a view of a page and answers an empty picture. The browser keeps the
 * answer for half an hour, so a page counts once in that time; nothing else tells visitors apart. No cookie is read. A
 * request that `isCounted` leaves out, such as a robot's, gets the picture too. 400 for an unknown page, 429 above the
 * limit.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    const parsed = pageViewSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!parsed.success) throw new AppError("invalid_input", { userMessage: "There is no such page." });
    if (isCounted(request.headers)) {
      await consumeRateLimit(getConnection().pool, "pageView", addressKey(clientAddress(request)));
      processWide("page-views", openCounter)(parsed.data);
    }
    return new Response(pixel, {
      headers: { "Content-Type": "image/gif", "Cache-Control": "private, max-age=1800" },
    });
  } catch (error) {
    return errorResponse(error, "views");
  }
}

function openCounter(): (view: PageView) => void {
  const counter = new PageViewCounter();
  let isDue = false;
  const schedule = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => void flush(), flushAfterMs).unref();
  };
  const flush = async () => {
    isDue = false;
    try {
      await concurrencyLimit("background").run(() => counter.flush(getDb()));
    } catch (error) {
      logger.warn({ err: String(error) }, "page views could not be stored; the next try includes them");
      schedule();
    }
  };
  return (view) => {
    counter.add(view);
    schedule();
  };
}
