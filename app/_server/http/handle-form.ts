import { IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { getEnv } from "@/lib/base/env/env";
import { AppError, hasCode } from "@/lib/base/errors";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { countInProcess } from "@/lib/base/rate-limit/count-in-process";
import { concurrencyLimit, concurrencyPerCaller } from "../concurrency";
import { readIncoming } from "./read-body";
import { isScriptsCall, largestForm, type Refusal, retryLaterRefusal, tooLargeForm } from "./refuse-request";
import { responseMade, takeTurn } from "./response-made";
import { refusalOfAction, unreadableForm } from "./sent-action";

/** The largest form lists the countries that are not sold to: some 250 boxes, and a few fields. */
const mostParts = 300;

/** Each part takes the parser's time, so a form with more parts counts as several. Shoppers' forms have fewer. */
const partsOfOneForm = 40;

/**
 * Lets `handle` answer a form within the limits of its network and of the process (concurrency.ts). Each form takes
 * database connections and renders its page again, so a flood of forms would slow down pages and purchases. While its
 * sender or reader is slow, a form counts only against its network's limit. `actions`: sent-action.ts. Returns why the
 * form was refused, or null when it was answered.
 */
export async function handleForm(
  request: IncomingMessage,
  response: ServerResponse,
  handle: RequestListener,
  actions: ReadonlySet<string> | null,
): Promise<Refusal | null> {
  let release = () => {};
  try {
    const network = addressKey(String(request.headers["x-client-address"]));
    release = concurrencyPerCaller("forms").acquire(network);
    const { RATE_LIMIT_SCALE: scale } = getEnv();
    countInProcess("formOfNetwork", network, scale);
    const body = await readIncoming(request, largestForm);
    const parts = body === null ? 0 : countParts(request, body);
    if (body === null || parts > mostParts) return tooLargeForm;
    countInProcess("formOfNetwork", network, scale, Math.floor(parts / partsOfOneForm));
    let made = Promise.resolve();
    const refused = await concurrencyLimit("forms").run(async () => {
      if (response.destroyed) return null;
      const refusal = await refusalOfForm(request, body, actions);
      if (refusal !== null) return refusal;
      made = responseMade(response);
      await takeTurn(() => handle(withBody(request, body), response), made);
      return null;
    });
    await made;
    return refused;
  } catch (error) {
    if (hasCode(error, "invalid_input")) return unreadableForm;
    if (error instanceof AppError) return formAgainRefusal(request, error);
    throw error;
  } finally {
    release();
  }
}

/** A browser that posted the form itself has left its page, and sends the form again when it reloads. */
function formAgainRefusal(request: IncomingMessage, error: AppError): Refusal {
  const refusal = retryLaterRefusal(error);
  if (isScriptsCall(request)) return refusal;
  return { ...refusal, message: `${refusal.message} Reload this page then, and your form is sent again.` };
}

const withoutFiles: Refusal = {
  code: "invalid_input",
  status: 400,
  message: "This form takes no files. Please reload the page and send it again.",
};

/** Only the settings' form has a file: the logo. */
const pageWithFile = "/admin/settings";

/** The header as browsers write it. Of another spelling two parsers may read different boundaries. */
const plainMultipart = /^multipart\/form-data; ?boundary=([\w'+.-]{1,70})$/i;

const isMultipart = (type = "") => /^multipart\//i.test(type);

/** True for a POST that Next parses for a page's actions: a multipart form, or a script's call. Pure. */
function bringsForm(request: IncomingMessage): boolean {
  return isMultipart(request.headers["content-type"]) || isScriptsCall(request);
}

/**
 * The parts of a multipart form, counted no further than one beyond the most. Each costs Next's parser some 0.1 ms of
 * processor time, even an empty one, so they are counted before anything parses them. Pure.
 */
function countParts({ headers }: IncomingMessage, body: Uint8Array): number {
  const boundary = plainMultipart.exec(headers["content-type"] ?? "")?.[1];
  if (boundary === undefined) return 0;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const mark = `--${boundary}`;
  let marks = 0;
  let at = text.indexOf(mark);
  // The last boundary ends the form.
  while (at !== -1 && marks < mostParts + 2) {
    marks += 1;
    at = text.indexOf(mark, at + mark.length);
  }
  return Math.max(0, marks - 1);
}

/** Why a form with this body is refused; null for one that Next can read. Next would answer 500 to any other. */
async function refusalOfForm(
  request: IncomingMessage,
  body: Uint8Array,
  actions: ReadonlySet<string> | null,
): Promise<Refusal | null> {
  if (!bringsForm(request)) return null;
  const { "content-type": type = "" } = request.headers;
  try {
    const sent = new Response(Buffer.from(body), { headers: { "content-type": type } });
    if (!isMultipart(type)) return refusalOfAction(request, await sent.text(), actions);
    if (!plainMultipart.test(type)) return unreadableForm;
    const form = await sent.formData();
    const hasFile = [...form.values()].some((value) => typeof value !== "string");
    if (hasFile && pathOf(request) !== pageWithFile) return withoutFiles;
    return refusalOfAction(request, form, actions);
  } catch {
    return unreadableForm;
  }
}

const pathOf = ({ url = "" }: IncomingMessage) => url.replace(/\?.*$/s, "");

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
