import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/base/errors";

/**
 * Reads a request's body up to `maxBytes`; null when it is longer, whatever Content-Length says. Errors: invalid_input
 * for a body that ended early (open-server.ts closes connections that send too slowly).
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  contentLength: string | null | undefined,
  maxBytes: number,
): Promise<Uint8Array | null> {
  if (Number(contentLength ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new AppError("invalid_input", { detail: "the body ended early", cause });
  }
  return Buffer.concat(chunks);
}

/** `readBody` for a request to Node's server. Its socket stays open, for the answer to a body that is too large. */
export function readIncoming(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  const chunks = request.iterator({ destroyOnReturn: false });
  return readBody(chunks, request.headers["content-length"], maxBytes);
}
