import { IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { AppError, errorStatus } from "@/lib/errors";
import { addressKey } from "@/lib/rate-limit/address-key";
import { second } from "@/lib/time";
import { concurrencyLimit, concurrencyPerCaller } from "../concurrency";
import { readIncoming } from "./read-body";
import { isScriptsCall, largestForm, type Refusal, tooLargeForm } from "./refuse-request";

/**
 * A form that takes longer releases its slot: by then it is waiting for another server (a payment, a lookup), not for
 * the CPU.
 */
const longestTurnMs = 5 * second;

/**
 * Lets `handle` answer a form within the limits of its network and of the process (concurrency.ts). Each form takes
 * database connections and renders its page again, so a flood of forms would slow down pages and purchases. While its
 * sender or reader is slow, a form counts only against its network's limit. Returns why the form was refused, or null
 * when it was answered.
 */
export async function handleForm(
  request: IncomingMessage,
  response: ServerResponse,
  handle: RequestListener,
): Promise<Refusal | null> {
  let release = () => {};
  try {
    release = concurrencyPerCaller("forms").acquire(addressKey(String(request.headers["x-client-address"])));
    const form = await readForm(request);
    if (!(form instanceof IncomingMessage)) return form;
    let made = Promise.resolve();
    await concurrencyLimit("forms").run(() => {
      if (response.destroyed) return made;
      made = isMade(response);
      handle(form, response);
      return atMost(longestTurnMs, made);
    });
    await made;
    return null;
  } catch (error) {
    if (error instanceof AppError) return retryLaterRefusal(request, error);
    throw error;
  } finally {
    release();
  }
}

/**
 * Resolves when the answer is complete or its reader has gone. Next waits for a slow reader after each part; here the
 * parts wait in memory, where a page's size limits them.
 */
function isMade(response: ServerResponse): Promise<void> {
  const { write, end } = response;
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write = (...given: unknown[]) => {
      Reflect.apply(write, response, given);
      return true;
    };
    response.end = (...given: unknown[]) => {
      resolve();
      return Reflect.apply(end, response, given);
    };
  });
}

function atMost(ms: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms).unref())]);
}

/** A browser that posted the form itself has left its page, and sends the form again when it reloads. */
function retryLaterRefusal(
  request: IncomingMessage,
  { code, userMessage, retryAfterSeconds }: AppError,
): Refusal {
  const reload = isScriptsCall(request) ? "" : " Reload this page then, and your form is sent again.";
  return {
    code,
    status: errorStatus[code],
    message: `${userMessage}${reload}`,
    headers: { "Retry-After": String(retryAfterSeconds) },
  };
}

const unreadable: Refusal = {
  code: "invalid_input",
  status: 400,
  message: "This form could not be read. Please reload the page and send it again.",
};

const isMultipart = (type = "") => /^multipart\//i.test(type);

/** True for a POST that Next parses for a page's actions: a multipart form, or a script's call. Pure. */
function bringsForm(request: IncomingMessage): boolean {
  return isMultipart(request.headers["content-type"]) || isScriptsCall(request);
}

/**
 * The request with its complete body and parseable form, or why it is refused: Next answers 500 to one it can't parse,
 * and waits for the whole body of any request before its middleware. A script's call begins with JSON, in the form's
 * field `0` or as the whole body.
 */
async function readForm(request: IncomingMessage): Promise<IncomingMessage | Refusal> {
  const { "content-type": type = "" } = request.headers;
  try {
    const body = await readIncoming(request, largestForm);
    if (body === null) return tooLargeForm;
    if (!bringsForm(request)) return withBody(request, body);
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
