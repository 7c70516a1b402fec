export class BodyTooLarge extends Error {}

/**
 * Reads a body up to `maxBytes`; throws BodyTooLarge as soon as it is longer. `head.check` gets the first bytes (all of a
 * shorter body) as soon as they have arrived, and may throw to stop early.
 */
export async function readCapped(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  head?: { bytes: number; check: (head: Uint8Array) => void },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isChecked = head === undefined;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    if (!isChecked && head && size >= head.bytes) {
      head.check(Buffer.concat(chunks).subarray(0, head.bytes));
      isChecked = true;
    }
  }
  const whole = Buffer.concat(chunks);
  if (!isChecked) head?.check(whole);
  return whole;
}
