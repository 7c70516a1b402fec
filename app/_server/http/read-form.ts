import { IncomingMessage } from "node:http";
import { readBody } from "./read-body";
import { isScriptsCall, largestForm, type Refusal, tooLargeForm } from "./refuse-request";

const unreadable: Refusal = {
  code: "invalid_input",
  status: 400,
  message: "This form could not be read. Please reload the page and send it again.",
};

const isMultipart = (type = "") => /^multipart\//i.test(type);

/** True for a POST that Next parses for a page's actions: a multipart form, or a script's call. Pure. */
export function bringsForm(request: IncomingMessage): boolean {
  return isMultipart(request.headers["content-type"]) || isScriptsCall(request);
}

/**
 * The request with its complete, parseable form, or why it is refused: Next answers 500 to one it can't parse. A script's
 * call begins with JSON, in the form's field `0` or as the whole body.
 */
export async function readForm(request: IncomingMessage): Promise<IncomingMessage | Refusal> {
  const { "content-length": length, "content-type": type = "" } = request.headers;
  try {
    // The socket stays open for the answer when the body is too large.
    const chunks = request.iterator({ destroyOnReturn: false });
    const body = await readBody(chunks, length, largestForm);
    if (body === null) return tooLargeForm;
    const sent = new Response(Buffer.from(body), { headers: { "content-type": type } });
    const root = isMultipart(type) ? (await sent.formData()).get("0") : await sent.text();
    if (isScriptsCall(request)) JSON.parse(typeof root === "string" ? root : "");
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
