import type { Server } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { missingPath } from "@/app/_server/http/platform-paths";
import { limits } from "@/lib/base/rate-limit/limits";
import { startEntry } from "../../support/entry-server";

const unreached = () => startEntry((_req, res) => res.end("no"));
const rest = "HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n";

const boundary = "----formBoundary7MA4YWxkTrZu0gW";
const ours = `multipart/form-data; boundary=${boundary}`;
const form = formOf([["email", "ada@example.com"]]);

const refused = [
  ["GET /% ", 400],
  ["GET /%ff ", 400],
  ["GET /instagram/%ff ", 400],
  ["GET /api/functions/%ff ", 400],
  ["GET /%00 ", 400],
  ["GET /terms?q=%00 ", 400],
  ["GET /instagram/../terms ", 400],
  ["GET /instagram/%2e%2E/terms ", 400],
  ["GET /instagram%2flikes ", 400],
  ["GET /a%5Cb ", 400],
  ["GET /\\evil.example ", 400],
  ["GET /terms#x ", 400],
  ["GET http://evil.example/terms ", 400],
  ["GET * ", 400],
  ["OPTIONS * ", 405],
  ["OPTIONS /terms ", 405],
  ["TRACE /terms ", 405],
  ["TRACE /api/health ", 405],
  ["CONNECT evil.example:443 ", 405],
  ["PROPFIND /terms ", 405],
  ["PUT /order/x ", 405],
  ["DELETE /order/x ", 405],
  ["PATCH /auth ", 405],
  [`GET /${"a".repeat(9_000)} `, 414],
  [`GET /terms?${"a".repeat(9_000)} `, 414],
] as const;

const named = refused.map(([line, status]) => [line.slice(0, 40).trim(), status, line] as const);
it.each(named)("%s is answered with %i before any route sees it", async (_, status, line) => {
  const { say, reached } = await unreached();
  expect(await say(`${line}${rest}`)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(reached()).toBe(0);
});

it.each([
  ["a body of two lengths", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["two lengths", "Content-Length: 0\r\nContent-Length: 1\r\n\r\n"],
  ["a second host", "Host: evil.example\r\nConnection: close\r\n\r\n"],
  ["a router's state that is no state", "Next-Router-State-Tree: %7B\r\nConnection: close\r\n\r\n"],
  ["a router's state of another shape", "Next-Router-State-Tree: [1]\r\nConnection: close\r\n\r\n"],
  ["a folded header", "X-A: b\r\n c\r\n\r\n"],
  ["a space before the colon", "X-A : b\r\n\r\n"],
  ["an unknown transfer coding", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
])("%s, which a proxy might read otherwise, is 400 and the connection's end", async (_name, headers) => {
  const { say, reached } = await unreached();
  expect(await say(`POST /terms HTTP/1.1\r\nHost: shop\r\n${headers}`)).toMatch(/^HTTP\/1\.1 400 /);
  expect(reached()).toBe(0);
});

it.each(["/", "/instagram?service=likes&x=%", "/order/Ab_-09", "/api/image-proxy?url=https%3A%2F%2Fx"])(
  "%s passes",
  async (path) => {
    const { send, reached } = await startEntry((_req, res) => res.end("ok"));
    expect((await send(path)).body.toString()).toBe("ok");
    expect(reached()).toBe(1);
  },
);

it("requests that ask for a protocol upgrade get a normal answer, and leave no socket open", async () => {
  const { say, server, reached } = await startEntry((_req, res) =>
    res.writeHead(307, { location: "/" }).end(),
  );
  const answers = await Promise.all(
    ["/", "/nowhere", "//x", "/api/orders/x/events"].flatMap((path) =>
      ["websocket", "h2c"].flatMap((protocol) =>
        Array.from({ length: 10 }, () =>
          say(
            `GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
          ),
        ),
      ),
    ),
  );
  expect(answers).toEqual(Array(80).fill(expect.stringMatching(/^HTTP\/1\.1 307 /)));
  expect(reached()).toBe(80);
  await expect.poll(() => connections(server)).toBe(0);
});

it("every connection has time limits: for headers, for the request, when idle, and for a missing answer", async () => {
  const { server } = await startEntry((_req, res) => res.end());
  expect(server.headersTimeout).toBe(10_000);
  expect(server.requestTimeout).toBe(15_000);
  expect(server.keepAliveTimeout).toBe(75_000);
  expect(server.timeout).toBe(120_000);
  expect(server.maxConnections).toBe(10_000);
});

it("an idle connection is closed, even if its request was never answered", async () => {
  const { server, say, reached } = await startEntry(() => undefined);
  // Long enough for the request to arrive on a busy machine.
  server.timeout = 2_000;
  expect(await say(`GET /api/x ${rest.replace("Connection: close\r\n", "")}`)).toBe("");
  expect(reached()).toBe(1);
});

it.each(["https://evil.example", "null", "nonsense", "http://127.0.0.1:3000.evil.example"])(
  "a form whose origin is %s is refused",
  async (origin) => {
    const { send, reached } = await startEntry((_req, res) => res.end());
    expect((await send("/track", { origin }, "POST")).status).toBe(403);
    expect(reached()).toBe(0);
  },
);

it.each<[string, Record<string, string>]>([
  ["from our own page", { origin: "http://127.0.0.1:3000" }],
  ["without an origin", {}],
])("a form %s passes", async (_, headers) => {
  const { send } = await startEntry((_req, res) => res.end());
  expect((await send("/track", headers, "POST")).status).toBe(200);
});

it.each([
  ["that is none", ours, "no form"],
  ["that ends early", ours, form.slice(0, -5)],
  ["without a boundary", "multipart/form-data", form],
  ["of another boundary", `${ours}y`, form],
  ["that is empty", ours, ""],
])("a form %s is refused with 400 before any page sees it", async (_name, type, body) => {
  const { say, reached } = await unreached();
  const answer = await say(postOf(type, body));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain("This form could not be read.");
  expect(reached()).toBe(0);
});

it.each([
  ["a form without React's fields", ours, form],
  ["a text that is no JSON", "text/plain", "garbage"],
  ["nothing", "text/plain", ""],
])("a script's call of an action with %s is refused with 400", async (_name, type, body) => {
  const { say, reached } = await unreached();
  expect(await say(postOf(`${type}\r\nNext-Action: 00`, body))).toMatch(/^HTTP\/1\.1 400 /);
  expect(reached()).toBe(0);
});

it.each([
  ["a form", ours, form.replace('name="email"', 'name="0"').replace("ada@example.com", '["$K1"]')],
  ["a text", "text/plain;charset=UTF-8", "[]"],
])(
  "a script's call of an action with %s that begins with JSON reaches its page",
  async (_name, type, body) => {
    const { say } = await startEntry(async (req, res) => res.end(await text(req)));
    expect(await say(postOf(`${type}\r\nNext-Action: 00`, body))).toContain(body);
  },
);

/** A form of these fields, as a browser posts it. */
function formOf(fields: string[][]): string {
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--${boundary}--\r\n`;
}

const known = "7f".padEnd(42, "1");
const unknown = "7f".padEnd(42, "2");
const noted = (note: string, bound: string) =>
  formOf([
    ["$ACTION_REF_1", ""],
    ["$ACTION_1:0", note],
    ["$ACTION_1:1", bound],
    ["$ACTION_KEY", "k1"],
  ]);
const noteOf = (id: string) => `{"id":"${id}","bound":"$@1"}`;
const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

describe("a call of a server action", () => {
  const start = () => startEntry((_req, res) => res.end("called"), { actions: [known] });
  const callWith = (type: string, body: string, id = known) => postOf(`${type}\r\nNext-Action: ${id}`, body);

  it.each(
    [
      ...["null", "1", '"$undefined"', "{}", nested, JSON.stringify(Array(11).fill("a"))],
      ...[
        "$F1",
        "$h1",
        "$n12x",
        "$Q1",
        "$W1",
        "$i1",
        "$B1",
        "$A1",
        "$r1",
        "$@1",
        "$1:a",
        "$0:0",
        "$T",
        "$",
      ].map((text) => JSON.stringify([null, { text }])),
    ].map((body) => [body.slice(0, 40), body]),
  )("with the arguments %s, which React can't read, is refused with 400", async (_name, body) => {
    const { say, reached } = await start();
    expect(await say(callWith("text/plain", body))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await say(callWith(ours, formOf([["0", body]])))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await say(postOf(ours, noted(noteOf(known), body)))).toMatch(/^HTTP\/1\.1 400 /);
    expect(reached()).toBe(0);
  });

  it.each([
    ["nothing", "[]"],
    ["a state and a form", '[{"ok":false,"error":{"message":"$$5","fieldErrors":"$undefined"}},"$K1"]'],
    ["a date", '["$D2026-11-28T00:00:00.000Z",3,true,null]'],
  ])("with %s, as React writes it, reaches its page", async (_name, body) => {
    const { say, reached } = await start();
    expect(await say(callWith("text/plain", body))).toContain("called");
    expect(
      await say(
        callWith(
          ours,
          formOf([
            ["_1_email", "a"],
            ["0", body],
          ]),
        ),
      ),
    ).toContain("called");
    expect(await say(postOf(ours, noted(noteOf(known), body)))).toContain("called");
    expect(reached()).toBe(3);
  });

  it("that this build does not have is told so, in a way that the page's script and its visitor understand", async () => {
    const { say, reached } = await start();
    const ids = [unknown, "toString", `${known}, ${known}`];
    const called = await Promise.all(ids.map((id) => say(callWith("text/plain", "[]", id))));
    const notFound = expect.stringMatching(/^HTTP\/1\.1 409 [\s\S]*x-nextjs-action-not-found: 1/);
    expect(called).toEqual(ids.map(() => notFound));
    const posted = await say(postOf(ours, noted(noteOf(unknown), "[null]")));
    expect(posted).toMatch(/^HTTP\/1\.1 409 [\s\S]*Please open the page again/);
    expect(reached()).toBe(0);
  });

  it.each([
    ["no action", formOf([["email", "a"]])],
    ["half an action's note", noted('{"id":"', "[null]")],
    ["arguments that it lacks", noted(`{"id":"${known}","bound":"$@2"}`, "[null]")],
    ["three actions", formOf([1, 2, 3].map(() => [`$ACTION_ID_${known}`, ""]))],
  ])("by a form of %s is refused with 400", async (_name, body) => {
    const { say, reached } = await start();
    expect(await say(postOf(ours, body))).toMatch(/^HTTP\/1\.1 400 /);
    expect(reached()).toBe(0);
  });
});

it("each network may call a thousand routes a minute; the next call is refused as JSON, before Next", async () => {
  const { send, reached } = await startEntry((_request, response) => response.end("{}"), {
    env: { TRUSTED_PROXIES: "private" },
  });
  const call = (address: string) => send("/api/me", { "x-forwarded-for": address });
  // Fifty at once, so that they are over long before the minute is.
  for (let called = 0; called < limits.routeOfNetwork.points; called += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => call("203.0.113.1")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
  const refused = await call("203.0.113.1");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(30);
  expect(JSON.parse(refused.body.toString())).toMatchObject({ error: { code: "rate_limited" } });
  expect(reached()).toBe(limits.routeOfNetwork.points);
  expect((await call("203.0.113.2")).status).toBe(200);
});

it("a form of more than a mebibyte without a Content-Length is refused with 413", async () => {
  const { say, reached } = await unreached();
  const size = 1024 * 1024 + 1;
  const head = `Host: shop\r\nConnection: close\r\nContent-Type: ${ours}\r\n`;
  const chunk = `${size.toString(16)}\r\n${"a".repeat(size)}\r\n0\r\n\r\n`;
  const answer = await say(`POST /track HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(reached()).toBe(0);
});

it("a form that can be read reaches its page byte for byte, under its own address and headers", async () => {
  const { say } = await startEntry(async (req, res) => {
    const { method, url, headers } = req;
    const { "content-type": type, "content-length": length } = headers;
    res.end(JSON.stringify({ method, url, type, length, body: await text(req) }));
  });
  const answer = await say(postOf(ours, form));
  expect(JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1))).toEqual({
    method: "POST",
    url: "/track",
    type: ours,
    length: String(form.length),
    body: form,
  });
});

function postOf(type: string, body: string): string {
  const headers = `Host: shop\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}`;
  return `POST /track HTTP/1.1\r\n${headers}\r\n\r\n${body}`;
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

it("a reader of a word that names nothing is led home, and a form is not, which a browser would send again", async () => {
  const paths: (string | undefined)[] = [];
  const { send } = await startEntry(
    (request, response) => {
      paths.push(request.url);
      response.writeHead(404).end();
    },
    { ownWords: ["auth"] },
  );
  expect(await send("/nowhere?a=1")).toMatchObject({ status: 307, headers: { location: "/?a=1" } });
  const posted = await send("/nowhere", { "content-type": ours }, "POST", form);
  expect(posted.status).toBe(404);
  expect(paths).toEqual([missingPath]);
});
