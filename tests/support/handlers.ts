import { beforeAll, beforeEach } from "vitest";
import type { TestDatabase } from "./database";
import { useOwnProcess } from "./own-process";
import { origin } from "./shop";

type Route = typeof import("@/app/api/functions/[name]/route");
type ImageRoute = typeof import("@/app/api/image-proxy/route");

type Sent = { body?: BodyInit | null; headers?: Record<string, string> };

/**
 * The function handlers and the image proxy of a shop at the social emulator, called as Next calls them. Every test has
 * its own client address, so that none uses up another's rate limit.
 */
export function useHandlers(
  database: { readonly current: TestDatabase },
  social: { readonly url: string },
  more: () => Record<string, string> = () => ({}),
) {
  let route: Route | undefined;
  let imageRoute: ImageRoute | undefined;
  let tests = 0;
  const own = useOwnProcess(database, () => ({
    SCRAPECREATORS_BASE_URL: social.url,
    IMAGE_PROXY_EXTRA_HOSTS: new URL(social.url).host,
    ...more(),
  }));

  beforeAll(async () => {
    route = await import("@/app/api/functions/[name]/route");
    imageRoute = await import("@/app/api/image-proxy/route");
  });
  beforeEach(() => {
    tests += 1;
  });

  const opened = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("the handlers exist inside tests only");
    return value;
  };
  const address = () => `203.0.${Math.floor(tests / 250)}.${tests % 250}`;

  const send = async (name: string, { body = null, headers = {} }: Sent) => {
    const request = new Request(`${origin}/api/functions/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-client-address": address(), ...headers },
      body,
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    });
    const response = await opened(route).POST(request, { params: Promise.resolve({ name }) });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };

  return {
    send,
    call: (name: string, body: unknown, headers: Record<string, string> = {}) =>
      send(name, { body: JSON.stringify(body), headers }),
    getImage: (query: string, headers: Record<string, string> = {}) =>
      opened(imageRoute).GET(
        new Request(`${origin}/api/image-proxy${query}`, {
          headers: { "x-client-address": address(), ...headers },
        }),
      ),
    /** The route's module, for the handlers of its other methods. */
    get route() {
      return opened(route);
    },
    /** The proxy in front of the database, which a test may cut. */
    get proxy() {
      return own.proxy;
    },
  };
}
