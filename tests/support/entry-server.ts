import { type IncomingHttpHeaders, type RequestListener, request } from "node:http";
import { connect } from "node:net";
import { afterEach } from "vitest";
import { handleWebhook } from "@/app/_server/http/handle-webhook";
import { openServer } from "@/app/_server/http/open-server";
import { PageCache } from "@/app/_server/http/page-cache";
import { createRequestListener } from "@/app/_server/http/request-listener";
import type { Env } from "@/lib/base/env/env";
import { closeServer, listen } from "./listen";
import { testEnv } from "./test-env";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type Settings = {
  /** The pages that the build has made. */
  prerendered?: string[];
  /** The first parts of its own addresses; without them, every address is left to `handle`. */
  ownWords?: string[];
  /** The ids of its server actions; without them, they are not known. */
  actions?: string[];
  env?: Partial<Pick<Env, "APP_MODE" | "SHOP_ORIGIN" | "TRUSTED_PROXIES" | "COUNTRY_HEADER">>;
};

/** The shop's HTTP server as a process starts it, with `handle` in place of Next; `reached` counts its calls. */
export async function startEntry(
  handle: RequestListener,
  { prerendered = [], ownWords, actions, env = {} }: Settings = {},
) {
  Object.assign(process.env, testEnv());
  let now = 0;
  let reached = 0;
  const pages = new PageCache(() => now);
  const server = openServer(
    createRequestListener({
      env: { APP_MODE: "local", SHOP_ORIGIN: "http://127.0.0.1:3000", TRUSTED_PROXIES: "", ...env },
      isDevelopment: false,
      prerendered: new Set(prerendered),
      ownWords: ownWords ? new Set(ownWords) : null,
      actions: actions ? new Set(actions) : null,
      pages,
      handleWebhook,
      handle: (incoming, response) => {
        reached++;
        handle(incoming, response);
      },
    }),
  );
  const port = await listen(server);
  closing.push(() => void closeServer(server));

  return {
    server,
    port,
    pages,
    reached: () => reached,
    pass(ms: number) {
      now += ms;
    },
    send: (path: string, headers: Record<string, string> = {}, method = "GET", body = "") =>
      new Promise<Answer>((resolve, reject) => {
        const sent = request({ port, host: "127.0.0.1", path, method, headers, agent: false }, (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(parts),
            }),
          );
        });
        sent.on("error", reject);
        sent.end(body);
      }),
    /** The answer to these raw bytes, until the server closes the connection. */
    say: (text: string) =>
      new Promise<string>((resolve, reject) => {
        let said = "";
        const socket = connect(port, "127.0.0.1", () => socket.write(text));
        closing.push(() => socket.destroy());
        socket.on("data", (chunk) => {
          said += chunk;
        });
        socket.on("close", () => resolve(said));
        socket.on("error", reject);
      }),
  };
}
