import { second } from "@/lib/base/time/time";

/** The used part of EventSource; a test passes its own. */
export type StreamSource = Pick<EventTarget, "addEventListener"> & {
  readonly readyState: number;
  close(): void;
};

export type OpenSource = (url: string) => StreamSource;

/** The kind of a message: a `broken` one is ignored, the `last` one ends the stream. */
type MessageOutcome = "taken" | "broken" | "last";

type StreamOptions = {
  url: string;
  /** The event name to listen to. */
  event: string;
  onMessage: (text: string) => MessageOutcome;
  /** False while the stream is down and the data may be stale. */
  onLive: (isLive: boolean) => void;
};

type LiveStream = {
  /** Opens the stream; works after `pause` too. */
  start(): void;
  /** Closes the stream until the next `start`. */
  pause(): void;
};

const closed = 2;
const firstRetryMs = 2 * second;
const longestRetryMs = 30 * second;

const openEventSource: OpenSource = (url) => new EventSource(url);

/**
 * A stream that reconnects: the browser resumes a dropped connection; a refused one is retried here with growing
 * pauses.
 */
export function reconnectingStream(
  { url, event, onMessage, onLive }: StreamOptions,
  open: OpenSource = openEventSource,
): LiveStream {
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
    const current = open(url);
    source = current;
    current.addEventListener("open", () => onLive(true));
    current.addEventListener(event, (message) => {
      if (source !== current || !(message instanceof MessageEvent)) return;
      const outcome = onMessage(String(message.data));
      if (outcome === "broken") return;
      retryMs = firstRetryMs;
      onLive(true);
      isOver = outcome === "last";
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

/** A tab that is hidden for this long closes its connection. */
const hiddenGraceMs = 30 * second;

/** Keeps a stream open while its page is visible; returns the clean-up function. */
export function followWhileVisible(stream: LiveStream): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(rest);
    if (document.visibilityState === "hidden") rest = setTimeout(stream.pause, hiddenGraceMs);
    else stream.start();
  };
  onVisibility();
  document.addEventListener("visibilitychange", onVisibility);
  // An open connection would keep the page out of the back-forward cache.
  window.addEventListener("pagehide", stream.pause);
  window.addEventListener("pageshow", onVisibility);
  return () => {
    clearTimeout(rest);
    stream.pause();
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pagehide", stream.pause);
    window.removeEventListener("pageshow", onVisibility);
  };
}
