import { AppError } from "@/lib/errors";

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
