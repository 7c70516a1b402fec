import { IncomingMessage } from "node:http";
import { readBody } from "./read-body";
import { largestForm, type Refusal, tooLargeForm } from "./refuse-request";

const unreadable: Refusal = {
  status: 400,
  message: "This form could not be read. Please reload the page and send it again.",
};

/** True for a multipart form, which Next parses for a page's actions. Pure. */
export function bringsForm({ method, headers }: IncomingMessage): boolean {
  return method === "POST" && /^multipart\//i.test(headers["content-type"] ?? "");
}

/** The request with its complete, parseable form, or why it is refused: Next answers 500 to a form it can't parse. */
export async function readForm(request: IncomingMessage): Promise<IncomingMessage | Refusal> {
  const { "content-length": length, "content-type": type = "" } = request.headers;
  try {
    // The socket stays open for the answer when the body is too large.
    const chunks = request.iterator({ destroyOnReturn: false });
    const body = await readBody(chunks, length, largestForm);
    if (body === null) return tooLargeForm;
    await new Response(Buffer.from(body), { headers: { "content-type": type } }).formData();
    return withBody(request, body);
  } catch {
    return unreadable;
  }
}

/** A request's stream can be read only once, so Next gets a new request that holds the body. */
function withBody(request: IncomingMessage, body: Uint8Array): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const whole = new IncomingMessage(request.socket);
  Object.assign(whole, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  whole.push(body);
  whole.push(null);
  whole.complete = true;
  return whole;
}
