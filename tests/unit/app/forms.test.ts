import { connect, type Socket } from "node:net";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { countryCodes } from "@/lib/shop/settings/countries";
import type { Answer } from "../../support/entry-server";
import { addressOf, useHeldAnswers } from "../../support/held-answers";
import { until } from "../../support/until";

const [atOnce, waiting] = [3, 200];

const held = useHeldAnswers();

const sendForm = (nth: number, headers = {}): Promise<Answer> =>
  held.entry.send("/auth", { "x-forwarded-for": addressOf(nth), ...headers }, "POST", "[]");
const sendForms = (count: number): Promise<Answer>[] =>
  Array.from({ length: count }, (_, nth) => sendForm(nth));
/** Connections that send the head of a form, each from another network, and then neither send nor read anything. */
const openForms = (headers: string): Socket[] =>
  Array.from({ length: 4 * atOnce }, (_, nth) => {
    const head = `POST /auth HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: ${addressOf(nth)}\r\n${headers}\r\n\r\n`;
    const socket = connect(held.entry.port, "127.0.0.1", () => socket.write(head));
    return socket.pause();
  });

it("three forms are handled at once, others one by one; purchases and pages wait for none of them", async () => {
  await held.start();
  const forms = sendForms(5);
  await until(() => held.arrived === 5);
  const buyer = { "x-forwarded-for": addressOf(0) };
  const others = [
    held.entry.send("/api/functions/create-order", buyer, "POST"),
    held.entry.send("/terms", buyer),
  ];
  await until(() => held.answers.length === atOnce + others.length);
  for (let reached = held.answers.length; reached < forms.length + others.length; reached++) {
    held.end();
    await until(() => held.entry.reached() === reached + 1);
  }
  await held.answerAll([...forms, ...others]);
});

it("a form beyond the queue is told to try again, by a reload if the browser itself has posted it", async () => {
  await held.start();
  const forms = sendForms(atOnce + waiting);
  await until(() => held.arrived === forms.length);
  const posted = await sendForm(forms.length);
  expect(posted).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(posted.body.toString()).toContain("Reload this page");
  // Next gives the caller of an action the text of such an answer only when the type is exactly text/plain.
  const called = await sendForm(forms.length + 1, { "next-action": "x" });
  expect(called).toMatchObject({ status: 503, headers: { "content-type": "text/plain" } });
  expect(JSON.parse(called.body.toString())).toMatchObject({ ok: false, error: { code: "busy" } });
  await held.answerAll(forms);
});

it("each network may have ten forms in flight; an answer frees its place", async () => {
  await held.start();
  const forms = Array.from({ length: 10 }, () => sendForm(1));
  await until(() => held.arrived === 10);
  expect((await sendForm(1)).status).toBe(429);
  forms.push(sendForm(2));
  await until(() => held.arrived === 12);
  await held.answerAll(forms);
  expect((await sendForm(1)).status).toBe(200);
});

it("readers who never take their answer, and visitors who have left, keep no place", async () => {
  const page = Buffer.alloc(1024 * 1024);
  await held.start(async (_request, response) => {
    // Waits for a slow reader, as Next does.
    for (let part = 0; part < 32; part++)
      if (!response.write(page)) await new Promise((resolve) => response.once("drain", resolve));
    response.end();
  });
  const readers = openForms("Content-Length: 0");
  await until(() => held.entry.reached() === readers.length);
  expect((await sendForm(99)).status).toBe(200);
  for (const reader of readers) reader.destroy();
});

it.each(["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"])(
  "senders of %s who never finish keep no place",
  async (type) => {
    // Waits for the whole body, as Next does before its middleware.
    await held.start((request, response) => void request.on("end", () => response.end("answered")).resume());
    const senders = openForms(`Content-Type: ${type}\r\nContent-Length: 9`);
    await until(() => held.arrived === senders.length);
    expect((await sendForm(99)).status).toBe(200);
    expect(held.entry.reached()).toBe(1);
    for (const sender of senders) sender.destroy();
  },
);

it("a form that waits long for another server gives its place to the next", async () => {
  await held.start();
  const forms = sendForms(atOnce + 1);
  await until(() => held.arrived === forms.length && held.answers.length === atOnce);
  vi.advanceTimersByTime(5_000);
  await until(() => held.answers.length === forms.length);
  await held.answerAll(forms);
});

describe("a multipart form", () => {
  const boundary = "----formBoundary7MA4YWxkTrZu0gW";
  const type = `multipart/form-data; boundary=${boundary}`;
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="logo"; filename=""\r\n\r\n\r\n`;
  const field = file.replace('; filename=""', "");
  const formOf = (part: string, count: number) => `${part.repeat(count)}--${boundary}--\r\n`;
  const send = (path: string, body: string, contentType = type) =>
    held.entry.send(path, { "x-forwarded-for": addressOf(300), "content-type": contentType }, "POST", body);
  beforeEach(async () => {
    await held.start((_request, response) => void response.end("answered"));
  });

  it("of more parts than the largest of the shop is refused before it is parsed", async () => {
    const parsing = vi.spyOn(Response.prototype, "formData");
    expect((await send("/auth", formOf(field, 301))).status).toBe(413);
    expect((await send("/nowhere/at/all", formOf(file, 12_000))).status).toBe(413);
    // The shortest part that a parser accepts.
    const short = "multipart/form-data; boundary=x";
    expect((await send("/auth", "--x\r\n\r\n".repeat(100_000), short)).status).toBe(413);
    expect(parsing).not.toHaveBeenCalled();
    expect(held.entry.reached()).toBe(0);
  });

  it("of one box for each country, the largest, passes", async () => {
    expect((await send("/admin/settings", formOf(field, countryCodes.length + 20))).status).toBe(200);
  });

  it("with a file passes only where a logo is uploaded", async () => {
    expect((await send("/admin/settings", formOf(file, 1))).status).toBe(200);
    const answer = await send("/auth", formOf(file, 1));
    expect([answer.status, answer.body.toString()]).toEqual([400, expect.stringContaining("takes no files")]);
  });

  it.each([
    `${type}; boundary=x`,
    `multipart/form-data; boundary="${boundary}"`,
    `multipart/mixed; boundary=${boundary}`,
  ])("of the type %s, which parsers may read differently, is refused", async (odd) => {
    expect((await send("/auth", formOf(field, 1), odd)).status).toBe(400);
    expect(held.entry.reached()).toBe(0);
  });
});

it("a large form counts as several of its network's forms in a minute", async () => {
  await held.start((_request, response) => void response.end("answered"));
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const headers = { "x-forwarded-for": addressOf(500), "content-type": "multipart/form-data; boundary=x" };
  // Each counts as one, and one more for each forty of its parts.
  const send = () => held.entry.send("/auth", headers, "POST", `${part.repeat(280)}--x--\r\n`);
  for (let sent = 0; sent < 18; sent++) expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
});

it("each network may send 150 forms a minute; others wait for none of them", async () => {
  await held.start((_request, response) => void response.end("answered"));
  for (let sent = 0; sent < 150; sent++) expect((await sendForm(400)).status).toBe(200);
  const refused = await sendForm(400, { "next-action": "x" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(50);
  expect(JSON.parse(refused.body.toString())).toMatchObject({ ok: false, error: { code: "rate_limited" } });
  expect((await sendForm(401)).status).toBe(200);
});
