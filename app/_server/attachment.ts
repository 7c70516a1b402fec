import "server-only";
import { ReadableStream as NodeStream } from "node:stream/web";
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
  const tooSlow = new AbortController();
  const reason = new DOMException("the file was read too slowly", "AbortError");
  setTimeout(() => tooSlow.abort(reason), longestMs).unref();
  // The same class; TypeScript knows `from` only by Node's name for it.
  const texts = NodeStream.from(parts) as ReadableStream<string>;
  const encoder = new TextEncoder();
  // TextEncoderStream looks at each character and takes four times as long.
  const encode = new TransformStream<string, Uint8Array>({
    transform: (text, sink) => sink.enqueue(encoder.encode(text)),
  });
  return texts.pipeThrough(encode, { signal: tooSlow.signal });
}
