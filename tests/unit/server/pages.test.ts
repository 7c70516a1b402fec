import type { RequestListener, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, startEntry } from "../../support/entry-server";
import { until } from "../../support/until";

const page = "text/html; charset=utf-8";

let answers: ServerResponse[];
let entry: Awaited<ReturnType<typeof startEntry>>;
let arrived: number;
let isHolding: boolean;

const hold: RequestListener = (_request, response) => {
  if (isHolding) answers.push(response);
  else response.setHeader("content-type", page).end("answered");
};

async function start(handle: RequestListener = hold): Promise<void> {
  entry = await startEntry(handle, {
    env: { TRUSTED_PROXIES: "private" },
    prerendered: ["/terms", "/order/unknown"],
  });
  entry.server.on("request", () => arrived++);
}

const addressOf = (nth: number) => `203.1.${nth >> 8}.${nth & 255}`;
const open = (nth: number, path = "/auth", method = "GET"): Promise<Answer> =>
  entry.send(path, { "x-forwarded-for": addressOf(nth) }, method);
const openFrom = (networks: number[]): Promise<Answer>[] => networks.map((nth) => open(nth));
const end = () => answers.shift()?.setHeader("content-type", page).end("answered");

/** Answers all requests, now and from now on; each of `opened` must have been let through. */
async function answerAll(opened: Promise<Answer>[]): Promise<void> {
  isHolding = false;
  while (answers.length > 0) end();
  for (const { status } of await Promise.all(opened)) expect(status).toBe(200);
}

beforeEach(() => {
  answers = [];
  arrived = 0;
  isHolding = true;
  // Stops the timers of pages, so that none is given up on a slow machine.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  for (const answer of answers) answer.destroy();
});

describe("pages made for visitors", () => {
  it("are made three at once; a purchase, its form, health, scripts and prerendered pages wait for none", async () => {
    await start();
    const pages = openFrom([1, 2, 3, 4, 5]);
    await until(() => arrived === pages.length && answers.length === 3);
    const others = [
      open(6, "/api/functions/create-order", "POST"),
      open(6, "/auth", "POST"),
      open(6, "/api/health"),
      open(6, "/_next/static/x.js"),
      open(6, "/terms"),
    ];
    await until(() => answers.length === 3 + others.length);
    await answerAll([...pages, ...others]);
  });

  it("of one network are made two at once, so the next network's page comes before its other sixty", async () => {
    await start();
    const flood = openFrom(Array.from({ length: 62 }, () => 10));
    await until(() => arrived === flood.length && answers.length === 2);
    const visitor = open(11);
    await until(() => answers.length === 3);
    const since = performance.now();
    const refused = await open(10);
    // A connection that asks again at once does not keep the server busy.
    expect(performance.now() - since).toBeGreaterThan(900);
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    await answerAll([...flood, visitor]);
  });

  it("beyond the queue are refused as busy", async () => {
    await start();
    const pages = openFrom(Array.from({ length: 203 }, (_, nth) => 1_000 + nth));
    await until(() => arrived === pages.length);
    expect((await open(20)).status).toBe(503);
    await answerAll(pages);
  });

  it("of one network are four hundred a minute", async () => {
    await start();
    isHolding = false;
    for (let opened = 0; opened < 400; opened++) expect((await open(30)).status).toBe(200);
    const refused = await open(30);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(30);
    expect((await open(31)).status).toBe(200);
  });

  it("that take long give their place to the next", async () => {
    await start();
    const pages = openFrom([41, 42, 43, 44]);
    await until(() => arrived === pages.length && answers.length === 3);
    vi.advanceTimersByTime(5_000);
    await until(() => answers.length === 4);
    await answerAll(pages);
  });

  it("keep no place once a file begins, and the file still waits for its reader", async () => {
    const waits: boolean[] = [];
    await start((_request, response) => {
      response.setHeader("content-type", "text/csv");
      for (let part = 0; part < 32; part++) waits.push(!response.write(Buffer.alloc(1024 * 1024)));
      answers.push(response);
    });
    const files = openFrom([51, 52, 53, 54]);
    await until(() => answers.length === 4);
    expect(waits).toContain(true);
    for (const answer of answers) answer.end();
    await Promise.all(files);
  });
});

describe("the link of an order that can't exist", () => {
  const unknown: RequestListener = (request, response) => {
    expect(request.url).toBe("/order/unknown");
    const headers = { "content-type": page, "x-nextjs-cache": "HIT" };
    response.writeHead(404, headers).end("We can't find this order");
  };

  it.each(["/order/xyz", "/order/xyz/withdraw", "/order/a.b", "/order/unknown"])(
    "%s is answered by the one prerendered page, which is kept",
    async (path) => {
      await start(unknown);
      for (let nth = 0; nth < 3; nth++) {
        const answer = await open(60, path);
        expect([answer.status, answer.body.toString()]).toEqual([404, "We can't find this order"]);
        expect(answer.headers["content-security-policy"]).toContain("script-src 'self'");
      }
      expect(entry.reached()).toBe(1);
    },
  );

  it("tells the page's script 404, so that it opens the address as a page", async () => {
    await start(unknown);
    expect((await entry.send("/order/xyz", { rsc: "1" })).status).toBe(404);
    expect(entry.reached()).toBe(0);
  });

  it("is left to its page when the database does not answer, and where no page is prerendered", async () => {
    isHolding = false;
    await start();
    expect((await open(61, "/order/abcdefghijklmnopqrstuv")).status).toBe(200);
    entry = await startEntry(hold);
    expect((await entry.send("/order/xyz")).status).toBe(200);
  });
});
