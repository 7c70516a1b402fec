import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

/** A handler's answer; null when none came. */
type Answer = { status: number; json: unknown } | null;

const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });
const answerMs = 20_000;
const mostTries = 25;

/** A buyer's browser: calls the shop's functions and keeps its cookies. `report` is called for a malformed refusal. */
export function openBrowser(origin: string, report: (invariant: string, what: string) => void) {
  const cookies = new Map<string, string>();

  async function ask(name: string, body: object, key?: string): Promise<Answer> {
    try {
      const response = await fetch(`${origin}/api/functions/${name}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin,
          ...(key && { "idempotency-key": key }),
          ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, cookie = "", value = ""] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(cookie, value);
      }
      const text = await response.text();
      // Node's fetch reports an answer that broke off before its first byte as empty. The handlers never send that.
      if (text === "" && response.ok) return null;
      const json: unknown = text === "" ? null : JSON.parse(text);
      if (response.status >= 400 && text !== "" && !refusalSchema.safeParse(json).success)
        report("I6", `${name} failed with ${response.status} and ${text.slice(0, 200)}`);
      return { status: response.status, json };
    } catch {
      // No answer, or an incomplete one. In a browser the buyer would see an error and try again.
      return null;
    }
  }

  return {
    cookies,
    ask,
    /** Asks again after each failure, for a while; returns the last answer. */
    async askUntilAnswered(name: string, body: object, key?: string): Promise<Answer> {
      let answer: Answer = null;
      for (let tries = 0; tries < mostTries; tries += 1) {
        answer = await ask(name, body, key);
        if (answer && answer.status < 500) return answer;
        await wait(Math.min(200 * (tries + 1), 1_500));
      }
      return answer;
    },
  };
}
