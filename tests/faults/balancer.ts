import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { closeServer, listen } from "../support/listen";

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

// Words of stack traces, SQL and drivers, which no answer may contain.
const internals =
  /node_modules|\bat .+:\d+:\d+|\.(?:ts|mjs|js):\d+|\b(?:SELECT|INSERT INTO|UPDATE .+ SET|DELETE FROM)\b|prisma|postgres|ECONN|PrismaClient/i;

/**
 * One address in front of several web processes, like a proxy in production. It skips a process that does not listen,
 * breaks off an answer that its process broke off, and checks that answers of 500 and above reveal nothing. `backends`
 * may change while it runs.
 */
export async function startBalancer(port: number, backends: number[]) {
  const failures = new Map<number, number>();
  const leaks: string[] = [];
  const broken: string[] = [];
  let turn = 0;

  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return outgoing.destroy();
    turn += 1;
    const inTurn = backends.map((_, index) => backends[(turn + index) % backends.length] ?? port);
    for (const backend of inTurn) {
      const answer = await ask(backend, incoming, body);
      if (answer === "refused") continue;
      if (answer === "broken") return outgoing.destroy();
      const { statusCode = 502 } = answer;
      // Like Caddyfile: while processes of two releases run, one may have a script that another lacks.
      if (statusCode === 404 && incoming.url?.startsWith("/_next/static/") && backend !== inTurn.at(-1)) {
        answer.resume();
        continue;
      }
      if (statusCode < 500) return void pass(answer, outgoing);
      failures.set(statusCode, (failures.get(statusCode) ?? 0) + 1);
      const text = await buffer(answer).catch(() => null);
      if (text === null) return outgoing.destroy();
      if (statusCode === 500)
        broken.push(`${incoming.method} ${incoming.url} said ${text.toString().slice(0, 300)}`);
      if (internals.test(text.toString()))
        leaks.push(`${incoming.url} said ${text.toString().slice(0, 300)}`);
      outgoing.writeHead(statusCode, answer.headers);
      return void outgoing.end(text);
    }
    // No process listens: this is the proxy's answer, not the shop's.
    outgoing.writeHead(503, { connection: "close" });
    return void outgoing.end();
  });
  await listen(server, port);
  return {
    /** Answers of 500 and above that the shop gave, by status. */
    failures,
    /** Internals that such an answer contained (I6). */
    leaks,
    /** Answers of 500. A part that is down is a 502 or 503, so these are the shop's errors. */
    broken,
    close: () => closeServer(server),
  };
}

function ask(
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage | "refused" | "broken"> {
  return new Promise((resolve) => {
    const sent = request(
      { host: "127.0.0.1", port, method, path: url, headers: { ...headers, connection: "close" } },
      resolve,
    );
    sent.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? "refused" : "broken"),
    );
    sent.end(body);
  });
}

function pass(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.on("error", () => outgoing.destroy());
  answer.pipe(outgoing);
}
