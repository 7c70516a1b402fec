import { second } from "@/lib/time";

/** The part of EventSource that is used; a test passes its own. */
export type StreamSource = Pick<EventTarget, "addEventListener"> & {
  readonly readyState: number;
  close(): void;
};

export type OpenSource = (url: string) => StreamSource;

/** What became of a message: `broken` is ignored, after `last` the stream is over for good. */
export type MessageFate = "taken" | "broken" | "last";

type StreamOptions = {
  url: string;
  /** The name of the events to hear. */
  event: string;
  onMessage: (text: string) => MessageFate;
  /** False while the stream is down: what is shown may be old. */
  onLive: (isLive: boolean) => void;
};

export type LiveStream = {
  /** Opens the stream, or opens it again after `pause`. */
  start(): void;
  /** Closes the stream until the next `start`. */
  pause(): void;
};

const closed = 2;
const firstRetryMs = 2 * second;
const longestRetryMs = 30 * second;

const openEventSource: OpenSource = (url) => new EventSource(url);

/**
 * A live stream that stays: a dropped connection is taken up again by the browser, a refused one by this with growing
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
      const fate = onMessage(String(message.data));
      if (fate === "broken") return;
      retryMs = firstRetryMs;
      onLive(true);
      isOver = fate === "last";
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

/** A tab that nobody looks at for this long gives its connection back. */
const hiddenGraceMs = 30 * second;

/** Keeps a stream open while its page is seen; returns what ends that. */
export function followWhileVisible(stream: LiveStream): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(rest);
    if (document.visibilityState === "hidden") rest = setTimeout(stream.pause, hiddenGraceMs);
    else stream.start();
  };
  onVisibility();
  document.addEventListener("visibilitychange", onVisibility);
  // An open connection would keep the page out of the browser's back-forward cache.
  window.addEventListener("pagehide", stream.pause);
  window.addEventListener("pageshow", stream.start);
  return () => {
    clearTimeout(rest);
    stream.pause();
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pagehide", stream.pause);
    window.removeEventListener("pageshow", stream.start);
  };
}
