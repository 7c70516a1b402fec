import "server-only";
import { countLiveStreams } from "@/lib/base/telemetry/measure";
import { minute, second } from "@/lib/base/time/time";
import { concurrencyLimit, concurrencyPerCaller } from "./concurrency";

const heartbeatMs = 20 * second;
/** A stream ends after this time and its reader reconnects, so that no connection stays open forever. */
const longestMs = 30 * minute;
/** Messages that may wait for a slow reader. */
const mostUnread = 50;

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  // A proxy that buffers would delay the messages.
  "X-Accel-Buffering": "no",
};

/** One message: `data` becomes JSON; the reader sends `id` back when it reconnects. */
type StreamEvent = { event: string; id?: string; data: unknown };

export type StreamSource = {
  /** The network and, if there is one, the account that the stream counts against. */
  callers: string[];
  /** Reads the messages that the reader does not have yet; called at the start and after each change. */
  news: () => Promise<StreamEvent[]>;
  /** Calls `changed` after each change until the returned function is called. */
  watch: (changed: () => void) => Promise<() => void>;
  /** Called at each heartbeat; false ends the stream. */
  isStillAllowed?: () => Promise<boolean>;
};

/**
 * Server-sent events from a source: its current state, then each change. A heartbeat keeps proxies from closing a quiet
 * stream. The stream ends after half an hour, when the source fails, and when its reader is too slow; readers
 * reconnect. Errors: rate_limited for a caller with too many streams.
 */
export function eventStream(request: Request, source: StreamSource): Response {
  // The body of an answer to HEAD is never read, so its stream would never end.
  if (request.method === "HEAD") return new Response(null, { headers });
  const encoder = new TextEncoder();
  const limit = concurrencyLimit("streams");
  const release = concurrencyPerCaller("streams").acquire(...source.callers);
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let isOpen = true;
      countLiveStreams(1);
      let unwatch = () => {};
      const send = (text: string) => {
        if (!isOpen) return;
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) > -mostUnread) return;
        stop();
        controller.error(new DOMException("the reader is too slow", "AbortError"));
      };
      // The reader's abort and a timer may both call it; a stream can't be closed twice.
      const close = () => {
        if (!isOpen) return;
        stop();
        controller.close();
      };
      const heartbeat = setInterval(() => {
        send(": still here\n\n");
        if (source.isStillAllowed)
          void limit.run(source.isStillAllowed).then((isAllowed) => isAllowed || close(), close);
      }, heartbeatMs);
      const longest = setTimeout(close, longestMs);
      stop = () => {
        if (isOpen) countLiveStreams(-1);
        isOpen = false;
        release();
        clearInterval(heartbeat);
        clearTimeout(longest);
        unwatch();
      };
      request.signal.addEventListener("abort", close);
      if (request.signal.aborted) return close();
      send("retry: 2000\n\n");
      const update = latest(async () => {
        for (const event of await limit.run(source.news)) send(eventText(event));
      });
      const changed = () => void update().catch(close);
      try {
        // The watch first, so that one read is enough: it misses no change.
        unwatch = await source.watch(changed);
        if (!isOpen) return unwatch();
        await update();
      } catch {
        close();
      }
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers });
}

function eventText({ event, id, data }: StreamEvent): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * Runs `work` one at a time; calls during a run become one more run, so that the last state is always sent. Rejects as
 * `work` does, and does not run again after that.
 */
function latest(work: () => Promise<void>): () => Promise<void> {
  let state: "idle" | "running" | "again" = "idle";
  return async function run() {
    if (state !== "idle") {
      state = "again";
      return;
    }
    do {
      state = "running";
      await work();
    } while ((state as string) === "again");
    state = "idle";
  };
}
