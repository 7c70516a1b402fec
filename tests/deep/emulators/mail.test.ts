import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type CreateEmailOptions, Resend } from "resend";
import { beforeEach, describe, expect, test } from "vitest";
import { startMail } from "@/lib/local/mail/start";
import { useEmulator } from "../../support/emulator";
import { closeServer, listen } from "../../support/listen";

const mail = useEmulator(() => startMail({ port: 0 }));
beforeEach(() => mail.control("/reset"));

const connect = (url: string) => new Resend("re_fixture", { baseUrl: url });
const emails = () => connect(mail.url()).emails;

const letter = (subject: string): CreateEmailOptions => ({
  from: "Groundswell <orders@shop.example>",
  to: "buyer@example.com",
  subject,
  html: '<!doctype html><html><head></head><body><a href="http://127.0.0.1/order/t">Order</a></body></html>',
  text: "Order: http://127.0.0.1/order/t",
  headers: { "X-Entity-Ref-ID": "order-1" },
});

test("an unknown fault is refused", async () => {
  await expect(mail.control("", { faults: ["explode"] })).rejects.toThrow("400");
});

describe("the inbox", () => {
  test("lists mails and shows one in a frame without scripts, its links in a new tab", async () => {
    const sent = await emails().send(letter("<b>Hello</b> & welcome"));
    const list = await (await fetch(`${mail.url()}/inbox`)).text();
    expect(list).toContain("&lt;b&gt;Hello&lt;/b&gt; &amp; welcome");
    expect(list).toContain(`/inbox/${sent.data?.id}`);
    const page = await (await fetch(`${mail.url()}/inbox/${sent.data?.id}`)).text();
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page).toContain("&lt;head&gt;&lt;base target=&quot;_blank&quot;&gt;");
    expect(page).toContain("order-1");
  });

  test("is empty at first, and an unknown mail is a 404 page", async () => {
    expect(await (await fetch(`${mail.url()}/inbox`)).text()).toContain("No mail yet.");
    expect((await fetch(`${mail.url()}/inbox/none`)).status).toBe(404);
  });
});

describe("events about a mail", () => {
  test("are signed as Resend's own library expects, and repeat the mail's tags", async () => {
    const secret = `whsec_${Buffer.from("a key for this test alone").toString("base64")}`;
    const received: { headers: IncomingHttpHeaders; payload: string }[] = [];
    const server = createServer(async (request, response) => {
      received.push({ headers: request.headers, payload: await text(request) });
      response.end();
    });
    const hook = { url: `http://127.0.0.1:${await listen(server)}/hook`, secret };
    const emulator = await startMail({ port: 0, hook });
    const tags = [{ name: "mail", value: "row-1" }];
    const sent = await connect(emulator.url).emails.send({
      ...letter("Paid"),
      to: "bounced@a.example",
      tags,
    });
    await expect.poll(() => received).toHaveLength(1);
    const [{ headers, payload } = { headers: {}, payload: "" }] = received;
    const header = (name: string) => String(headers[`svix-${name}`]);
    const event = new Resend("re_fixture").webhooks.verify({
      payload,
      headers: { id: header("id"), timestamp: header("timestamp"), signature: header("signature") },
      webhookSecret: secret,
    });
    expect(event).toMatchObject({
      type: "email.bounced",
      data: { email_id: sent.data?.id, tags: { mail: "row-1" }, bounce: { type: "Permanent" } },
    });
    await emulator.close();
    await closeServer(server);
  });

  test("of a mail that does not exist can't be sent", async () => {
    await expect(mail.control("/event", { mail: "none", type: "email.bounced" })).rejects.toThrow("404");
  });
});

test("mails and keys survive a restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mail-"));
  const stateFile = join(folder, "mail.json");
  const before = await startMail({ port: 0, stateFile });
  const sent = await connect(before.url).emails.send(letter("Paid"), { idempotencyKey: "order-1-paid" });
  await before.close();

  const after = await startMail({ port: 0, stateFile });
  const list = await connect(after.url).emails.list();
  expect(list.data?.data.map(({ id }) => id)).toEqual([sent.data?.id]);
  const again = await connect(after.url).emails.send(letter("Paid"), { idempotencyKey: "order-1-paid" });
  expect(again.data?.id).toBe(sent.data?.id);
  const other = await connect(after.url).emails.send(letter("x"), {
    idempotencyKey: "order-1-paid",
  });
  expect(other.error?.statusCode).toBe(409);
  await after.close();
  await rm(folder, { recursive: true });
});
