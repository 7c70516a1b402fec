import type { ServerResponse } from "node:http";

/**
 * Resolves when the answer is complete, its reader has gone, or a file begins, which is limited on its own. Next waits
 * for a slow reader after each part; here a page's parts wait in memory, where the page's size limits them.
 */
export function responseMade(response: ServerResponse): Promise<void> {
  const { write, end } = response;
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write = (...given: unknown[]) => {
      const takesMore = Reflect.apply(write, response, given);
      if (isPage(response)) return true;
      resolve();
      return takesMore;
    };
    response.end = (...given: unknown[]) => {
      resolve();
      return Reflect.apply(end, response, given);
    };
  });
}

/** Resolves when `work` does, or after this time. */
export function atMost(ms: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms).unref())]);
}

/** A page, or its text for the page's script. */
function isPage(response: ServerResponse): boolean {
  return /^text\/(?:html|x-component)/.test(String(response.getHeader("content-type")));
}
