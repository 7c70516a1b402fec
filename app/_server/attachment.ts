import "server-only";
import { minute } from "@/lib/time";

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

/** A slower download is ended, because each holds a database connection. */
const longestMs = 10 * minute;

/**
 * A text as the body of an answer, produced as fast as the browser reads it. It ends when the browser goes away or takes
 * longer than ten minutes. HEAD produces nothing.
 */
export function textStream(
  request: Request,
  parts: AsyncGenerator<string>,
): ReadableStream<Uint8Array> | null {
  if (request.method === "HEAD") {
    // A generator runs its `finally` only if it was started.
    void parts.next().then(() => parts.return(undefined));
    return null;
  }
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout;
  return new ReadableStream({
    start(controller) {
      timer = setTimeout(() => {
        controller.error(new DOMException("the file was read too slowly", "AbortError"));
        void parts.return(undefined);
      }, longestMs);
    },
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) {
        clearTimeout(timer);
        controller.close();
      } else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      clearTimeout(timer);
      await parts.return(undefined);
    },
  });
}
