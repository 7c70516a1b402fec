import "server-only";
import { minute, second } from "@/lib/base/time/time";

/** An answer that the browser saves as a file. */
export function attachment(body: BodyInit | null, type: string, name: string): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** A longer download is ended, because each holds a place and a database connection. */
const longestMs = 10 * minute;

/** The least speed of a reader. Connections deliver a file in bursts, so one pause is allowed besides. */
const leastBytesPerMs = 32_000 / second;
const longestPauseMs = minute;

/**
 * A text as the body of an answer, produced as fast as the browser reads it. It ends when the browser goes away, reads
 * too slowly, or takes longer than ten minutes. HEAD produces nothing.
 */
export function textStream(
  request: Request,
  parts: AsyncGenerator<string>,
): ReadableStream<Uint8Array> | null {
  // A generator runs its `finally` only if it was started, so it is, even if nobody reads.
  let first: Promise<IteratorResult<string>> | null = parts.next();
  // A failure is reported to the reader, if there is one.
  first.catch(() => {});
  if (request.method === "HEAD") {
    void parts.return(undefined);
    return null;
  }
  const encoder = new TextEncoder();
  let allowedMs = longestPauseMs;
  let sentAt = performance.now();
  let slow: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;
  const stop = async () => {
    clearTimeout(slow);
    clearTimeout(longest);
    // Frees what the file holds, even while its last bytes wait for the reader.
    await parts.return(undefined);
  };
  const end = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.error(new DOMException("the file was read too slowly", "AbortError"));
    void stop();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      longest = setTimeout(end, longestMs, controller).unref();
    },
    async pull(controller) {
      clearTimeout(slow);
      const pauseMs = Math.min(longestPauseMs, allowedMs - (performance.now() - sentAt));
      const next = first ?? parts.next();
      first = null;
      const { done, value } = await next;
      if (done) {
        await stop();
        return controller.close();
      }
      const bytes = encoder.encode(value);
      controller.enqueue(bytes);
      allowedMs = pauseMs + bytes.byteLength / leastBytesPerMs;
      // The reader's time begins here, so the time in which a part was made does not count.
      sentAt = performance.now();
      slow = setTimeout(end, allowedMs, controller).unref();
    },
    cancel: stop,
  });
}
