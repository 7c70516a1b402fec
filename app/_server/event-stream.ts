import "server-only";
import { logger } from "@/lib/logger";
import { shareOf } from "./shares";

const heartbeatMs = 20_000;

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  // A proxy that buffers would hold the progress back.
  "X-Accel-Buffering": "no",
};

/** One message: `data` becomes JSON; `id` is what the reader names when it comes again. */
export type StreamEvent = { event: string; id?: string; data: unknown };

export type StreamSource = {
  /** What the reader does not have yet; asked at the start and after each change. */
  news: () => Promise<StreamEvent[]>;
  /** Calls `changed` after each change until the returned function is called. */
  watch: (changed: () => void) => Promise<() => void>;
  /** Asked at each heartbeat; the stream ends at false. */
  isStillAllowed?: () => Promise<boolean>;
};

/**
 * Server-sent events from a source: what there is, then each change. A heartbeat keeps proxies from closing a quiet
 * stream. Where changes can't be heard the stream ends, and the reader comes again, as after any lost connection.
 */
export function eventStream(request: Request, source: StreamSource): Response {
  const encoder = new TextEncoder();
  const share = shareOf("streams");
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      let isOpen = true;
      let unwatch = () => {};
      const send = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text));
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
      stop = () => {
        isOpen = false;
        clearInterval(heartbeat);
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
