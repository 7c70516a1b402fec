import "server-only";
import { logger } from "@/lib/logger";
import { minute, second } from "@/lib/time";
import { perCaller, shareOf } from "./shares";

const heartbeatMs = 20 * second;
/** Then the stream ends and the reader comes again: no connection lasts for ever. */
const longestMs = 30 * minute;
/** So many messages may wait for a reader that does not read. */
const mostUnread = 50;

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  // A proxy that buffers would hold the progress back.
  "X-Accel-Buffering": "no",
};

/** One message: `data` becomes JSON; `id` is what the reader names when it comes again. */
export type StreamEvent = { event: string; id?: string; data: unknown };

export type StreamSource = {
  /** The network, and the account where there is one, whose stream it is. */
  callers: string[];
  /** What the reader does not have yet; asked at the start and after each change. */
  news: () => Promise<StreamEvent[]>;
  /** Calls `changed` after each change until the returned function is called. */
  watch: (changed: () => void) => Promise<() => void>;
  /** Asked at each heartbeat; the stream ends at false. */
  isStillAllowed?: () => Promise<boolean>;
};

/**
 * Server-sent events from a source: what there is, then each change. A heartbeat keeps proxies from closing a quiet
 * stream. Where changes can't be heard the stream ends, and the reader comes again, as after any lost connection. So it
 * does after half an hour, and for a reader that does not read. Errors: rate_limited for a caller with too many.
 */
export function eventStream(request: Request, source: StreamSource): Response {
  // Nobody reads the body of an answer to HEAD, so nothing would ever end it.
  if (request.method === "HEAD") return new Response(null, { headers });
  const encoder = new TextEncoder();
  const share = shareOf("streams");
  const release = perCaller("streams").acquire(...source.callers);
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let isOpen = true;
      let unwatch = () => {};
      const send = (text: string) => {
        if (!isOpen) return;
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) > -mostUnread) return;
        stop();
        controller.error(new DOMException("the reader does not read", "AbortError"));
      };
      // The reader may go in two ways at once; a closed stream takes no second end.
      const close = () => {
        if (!isOpen) return;
        stop();
        controller.close();
      };
      const heartbeat = setInterval(() => {
        send(": still here\n\n");
        if (source.isStillAllowed)
          void share.run(source.isStillAllowed).then((isAllowed) => isAllowed || close(), close);
      }, heartbeatMs);
      const longest = setTimeout(close, longestMs);
      stop = () => {
        isOpen = false;
        release();
        clearInterval(heartbeat);
        clearTimeout(longest);
        unwatch();
      };
      request.signal.addEventListener("abort", close);
      if (request.signal.aborted) return close();
      send("retry: 2000\n\n");
      const changed = latest(async () => {
        for (const event of await share.run(source.news)) send(eventText(event));
      });
      try {
        // What is there is sent before watching begins, so that a reader sees it without a wait.
        await changed();
        unwatch = await source.watch(() => void changed());
      } catch {
        return close();
      }
      if (!isOpen) return unwatch();
      // What changed between the first read and the watch was told to nobody.
      void changed();
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers });
}

function eventText({ event, id, data }: StreamEvent): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Runs `work` one at a time; calls that come meanwhile become one more run, so the last state is always shown. */
function latest(work: () => Promise<void>): () => Promise<void> {
  let state: "idle" | "running" | "again" = "idle";
  return async function run() {
    if (state !== "idle") {
      state = "again";
      return;
    }
    do {
      state = "running";
      await work().catch((error) => logger.debug({ err: String(error) }, "a stream could not be renewed"));
    } while ((state as string) === "again");
    state = "idle";
  };
}
