import type { RequestListener } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { concurrencyLimit } from "@/app/_server/concurrency";
import { type Answer, startEntry } from "../../support/entry-server";
import { addressOf, useHeldAnswers } from "../../support/held-answers";
import { until } from "../../support/until";

const page = "text/html; charset=utf-8";

const held = useHeldAnswers(["/terms", "/order/unknown"]);

const open = (nth: number, path = "/auth", method = "GET"): Promise<Answer> =>
  held.entry.send(path, { "x-forwarded-for": addressOf(nth) }, method);
const openFrom = (networks: number[]): Promise<Answer>[] => networks.map((nth) => open(nth));

describe("pages made for visitors", () => {
  it("are made three at once; a purchase, its form, health, scripts and prerendered pages wait for none", async () => {
    await held.start();
    const pages = openFrom([1, 2, 3, 4, 5]);
    await until(() => held.arrived === pages.length && held.answers.length === 3);
    const others = [
      open(6, "/api/functions/create-order", "POST"),
      open(6, "/auth", "POST"),
      open(6, "/api/health"),
      open(6, "/_next/static/x.js"),
      open(6, "/terms"),
    ];
    await until(() => held.answers.length === 3 + others.length);
    await held.answerAll([...pages, ...others]);
  });

  it("of one network are made two at once, so the next network's page comes before its other sixty", async () => {
    await held.start();
    const flood = openFrom(Array.from({ length: 62 }, () => 10));
    await until(() => held.arrived === flood.length && held.answers.length === 2);
    const visitor = open(11);
    await until(() => held.answers.length === 3);
    const since = performance.now();
    const refused = await open(10);
    // A connection that asks again at once does not keep the server busy.
    expect(performance.now() - since).toBeGreaterThan(900);
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    await held.answerAll([...flood, visitor]);
  });

  it("begin one at a time, like forms, while an order is being placed; a slow one delays none", async () => {
    await held.start();
    const placed = await concurrencyLimit("orders").acquire();
    const pages = [...openFrom([71, 72]), open(73, "/auth", "POST")];
    await until(() => held.arrived === pages.length && held.answers.length === 1);
    vi.advanceTimersByTime(100);
    await until(() => held.answers.length === 2);
    held.end();
    held.end();
    await until(() => held.answers.length === 1);
    placed();
    pages.push(...openFrom([74, 75]));
    await until(() => held.answers.length === 3);
    await held.answerAll(pages);
  });

  it("beyond the queue are refused as busy", async () => {
    await held.start();
    const pages = openFrom(Array.from({ length: 203 }, (_, nth) => 1_000 + nth));
    await until(() => held.arrived === pages.length);
    expect((await open(20)).status).toBe(503);
    await held.answerAll(pages);
  });

  it("of one network are four hundred a minute", async () => {
    await held.start();
    held.isHolding = false;
    for (let opened = 0; opened < 400; opened++) expect((await open(30)).status).toBe(200);
    const refused = await open(30);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(30);
    expect((await open(31)).status).toBe(200);
  });

  it("that take long give their place to the next", async () => {
    await held.start();
    const pages = openFrom([41, 42, 43, 44]);
    await until(() => held.arrived === pages.length && held.answers.length === 3);
    vi.advanceTimersByTime(5_000);
    await until(() => held.answers.length === 4);
    await held.answerAll(pages);
  });

  it("keep no place once a file begins, and the file still waits for its reader", async () => {
    const waits: boolean[] = [];
    await held.start((_request, response) => {
      response.setHeader("content-type", "text/csv");
      for (let part = 0; part < 32; part++) waits.push(!response.write(Buffer.alloc(1024 * 1024)));
      held.answers.push(response);
    });
    const files = openFrom([51, 52, 53, 54]);
    await until(() => held.answers.length === 4);
    expect(waits).toContain(true);
    for (const answer of held.answers) answer.end();
    await Promise.all(files);
  });
});

it("a network's route calls begin four at once; another network's call comes before the rest, and slow ones delay none", async () => {
  await held.start();
  const calls = Array.from({ length: 8 }, () => open(81, "/api/me"));
  await until(() => held.arrived === calls.length && held.answers.length === 4);
  calls.push(open(82, "/api/me"));
  await until(() => held.answers.length === 5);
  vi.advanceTimersByTime(50);
  await until(() => held.answers.length === 9);
  await held.answerAll(calls);
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
      await held.start(unknown);
      for (let nth = 0; nth < 3; nth++) {
        const answer = await open(60, path);
        expect([answer.status, answer.body.toString()]).toEqual([404, "We can't find this order"]);
        expect(answer.headers["content-security-policy"]).toContain("script-src 'self'");
      }
      expect(held.entry.reached()).toBe(1);
    },
  );

  it("tells the page's script 404, so that it opens the address as a page", async () => {
    await held.start(unknown);
    expect((await held.entry.send("/order/xyz", { rsc: "1" })).status).toBe(404);
    expect(held.entry.reached()).toBe(0);
  });

  it("is left to its page when the database does not answer, and where no page is prerendered", async () => {
    held.isHolding = false;
    await held.start();
    expect((await open(61, "/order/abcdefghijklmnopqrstuv")).status).toBe(200);
    held.entry = await startEntry(held.hold);
    expect((await held.entry.send("/order/xyz")).status).toBe(200);
  });
});
