import type { OrderView } from "@/lib/orders/order-view";
import { second } from "@/lib/time";
import { isOrderSettled, readOrderView } from "./read-order-view";

/** The part of EventSource that is used; a test passes its own. */
export type StreamSource = Pick<EventTarget, "addEventListener"> & {
  readonly readyState: number;
  close(): void;
};

type StreamEvents = {
  onView: (view: OrderView) => void;
  /** False while the stream is down: what is shown may be old. */
  onLive: (isLive: boolean) => void;
};

export type OrderStream = {
  /** Opens the stream, or opens it again after `pause`. */
  start(): void;
  /** Closes the stream until the next `start`. */
  pause(): void;
};

const closed = 2;
const firstRetryMs = 2 * second;
const longestRetryMs = 30 * second;

/**
 * Follows one order live. A dropped connection is taken up again by the browser, a refused one by this with growing
 * pauses. Ends by itself once the order cannot change any more.
 */
export function createOrderStream(
  token: string,
  { onView, onLive }: StreamEvents,
  open: (url: string) => StreamSource = (url) => new EventSource(url),
): OrderStream {
  let source: StreamSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let retryMs = firstRetryMs;
  let isOver = false;

  const pause = () => {
    clearTimeout(retry);
    source?.close();
    source = null;
  };

  const start = () => {
    if (source || isOver) return;
    clearTimeout(retry);
    const current = open(`/api/orders/${token}/events`);
    source = current;
    current.addEventListener("open", () => onLive(true));
    current.addEventListener("progress", (event) => {
      const view = event instanceof MessageEvent ? readOrderView(String(event.data)) : null;
      if (!view || source !== current) return;
      retryMs = firstRetryMs;
      onLive(true);
      onView(view);
      isOver = isOrderSettled(view);
      if (isOver) pause();
    });
    current.addEventListener("error", () => {
      if (source !== current) return;
      onLive(false);
      if (current.readyState !== closed) return;
      pause();
      retry = setTimeout(start, retryMs);
      retryMs = Math.min(retryMs * 2, longestRetryMs);
    });
  };

  return { start, pause };
}
