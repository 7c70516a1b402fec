import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CreateEmailOptions, Resend } from "resend";
import { beforeEach, describe, expect, test } from "vitest";
import { startMail } from "@/lib/local/mail/start";
import { useEmulator } from "../../support/emulator";

const mail = useEmulator(() => startMail({ port: 0 }));
beforeEach(() => mail.control("/reset"));

const connect = (url: string) => new Resend("re_fixture", { baseUrl: url });
const emails = () => connect(mail.url()).emails;

function letter(changes: Partial<CreateEmailOptions> = {}): CreateEmailOptions {
  return {
    from: "Groundswell <orders@shop.example>",
    to: "buyer@example.com",
    subject: "Your order is on its way",
    html: '<!doctype html><html><head></head><body><a href="http://127.0.0.1/order/t">Order</a></body></html>',
    text: "Order: http://127.0.0.1/order/t",
    headers: { "X-Entity-Ref-ID": "order-1" },
    ...changes,
  } as CreateEmailOptions;
}

const faults = (...names: string[]) => mail.control("", { faults: names });
const accepted = async () => (await mail.view<{ accepted: number }>()).accepted;

describe("the SDK", () => {
  test("sends a mail that can be read back, newest first", async () => {
    const first = await emails().send(letter());
    const second = await emails().send(letter({ subject: "Second", to: ["a@example.com", "b@example.com"] }));
    const list = await emails().list();
    expect(list.data?.data.map(({ id }) => id)).toEqual([second.data?.id, first.data?.id]);
    const read = await emails().get(first.data?.id ?? "");
    expect(read.data).toMatchObject({
      to: ["buyer@example.com"],
      from: "Groundswell <orders@shop.example>",
      subject: "Your order is on its way",
      html: expect.stringContaining("/order/t"),
      text: "Order: http://127.0.0.1/order/t",
      headers: { "X-Entity-Ref-ID": "order-1" },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test("GET /emails needs no key, so a test can look with fetch", async () => {
    await emails().send(letter());
    const list = await (await fetch(`${mail.url()}/emails`)).json();
    expect(list).toMatchObject({ object: "list", data: [{ to: ["buyer@example.com"] }] });
  });

  test("an unknown mail is not found", async () => {
    const read = await emails().get("00000000-0000-4000-8000-000000000000");
    expect(read.error).toMatchObject({ statusCode: 404, name: "not_found" });
  });

  test.each<[string, Partial<CreateEmailOptions>, string]>([
    ["a recipient without a domain", { to: "buyer@" }, "Invalid `to` field"],
    ["one bad recipient among two", { to: ["a@example.com", "b example.com"] }, "Invalid `to` field"],
    ["a recipient with a line break", { to: "a@example.com\r\nBcc: x@example.com" }, "Invalid `to` field"],
    ["a sender that is no address", { from: "Groundswell" }, "Invalid `from` field"],
    ["an empty subject", { subject: "" }, "Missing `subject` field"],
    ["a subject with a line break", { subject: "Hi\nBcc: x@example.com" }, "line break"],
    ["no recipient", { to: [] }, "`to` field"],
  ])("%s is refused with 422 and nothing is kept", async (_what, changes, message) => {
    const sent = await emails().send(letter(changes));
    expect(sent.error).toMatchObject({
      statusCode: 422,
      name: "validation_error",
      message: expect.stringContaining(message),
    });
    expect(await accepted()).toBe(0);
  });

  test("a mail without a body, a body that is no JSON and a missing key are refused", async () => {
    const post = (body: string, headers: Record<string, string>) =>
      fetch(`${mail.url()}/emails`, { method: "POST", headers, body });
    const key = { authorization: "Bearer re_fixture" };
    const bare = JSON.stringify({ from: "a@shop.example", to: "b@example.com", subject: "Bare" });
    expect((await post(bare, key)).status).toBe(422);
    expect((await post("{", key)).status).toBe(422);
    expect((await post(JSON.stringify(letter()), {})).status).toBe(401);
    expect(await accepted()).toBe(0);
  });
});

describe("an idempotency key", () => {
  test("used again with the same mail returns the same id and sends nothing", async () => {
    const sent = await emails().send(letter(), { idempotencyKey: "order-1-paid" });
    const again = await emails().send(letter(), { idempotencyKey: "order-1-paid" });
    expect(again.data?.id).toBe(sent.data?.id);
    expect(await accepted()).toBe(1);
  });

  test("used again with another mail is a conflict", async () => {
    await emails().send(letter(), { idempotencyKey: "order-1-paid" });
    const other = await emails().send(letter({ subject: "Other" }), { idempotencyKey: "order-1-paid" });
    expect(other.error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
    expect(await accepted()).toBe(1);
  });

  test("used ten times at once sends one mail", async () => {
    const sends = Array.from({ length: 10 }, () =>
      emails().send(letter(), { idempotencyKey: "order-1-paid" }),
    );
    const results = await Promise.all(sends);
    expect(await accepted()).toBe(1);
    const refused = results.filter(({ error }) => error !== null);
    for (const { error } of refused) expect(error?.name).toBe("concurrent_idempotent_requests");
  });
});

describe("faults", () => {
  test.each([
    ["429", { statusCode: 429, name: "rate_limit_exceeded" }, "1"],
    ["500", { statusCode: 500, name: "application_error" }, undefined],
  ])("%s refuses one send and keeps nothing", async (fault, error, retryAfter) => {
    await faults(fault);
    const refused = await emails().send(letter());
    expect(refused.error).toMatchObject(error);
    expect(refused.headers?.["retry-after"]).toBe(retryAfter);
    expect(await accepted()).toBe(0);
    expect((await emails().send(letter())).error).toBeNull();
  });

  test("hang accepts no mail and sends no answer", async () => {
    await faults("hang");
    const answer = fetch(`${mail.url()}/emails`, {
      method: "POST",
      headers: { authorization: "Bearer re_fixture" },
      body: JSON.stringify(letter()),
      signal: AbortSignal.timeout(200),
    });
    await expect(answer).rejects.toThrow("timeout");
    expect(await accepted()).toBe(0);
  });

  test("lost keeps the mail and cuts the connection; the same key then finds it", async () => {
    await faults("lost");
    const lost = await emails().send(letter(), { idempotencyKey: "order-1-paid" });
    expect(lost.data).toBeNull();
    expect(await accepted()).toBe(1);
    const again = await emails().send(letter(), { idempotencyKey: "order-1-paid" });
    expect(again.data?.id).toEqual(expect.any(String));
    expect(await accepted()).toBe(1);
  });

  test("an unknown fault is refused", async () => {
    await expect(faults("explode")).rejects.toThrow("400");
  });
});

describe("the inbox", () => {
  test("lists mails and shows one in a frame without scripts, its links in a new tab", async () => {
    const sent = await emails().send(letter({ subject: "<b>Hello</b> & welcome" }));
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

test("mails and keys survive a restart", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mail-"));
  const stateFile = join(folder, "mail.json");
  const before = await startMail({ port: 0, stateFile });
  const sent = await connect(before.url).emails.send(letter(), { idempotencyKey: "order-1-paid" });
  await before.close();

  const after = await startMail({ port: 0, stateFile });
  const list = await connect(after.url).emails.list();
  expect(list.data?.data.map(({ id }) => id)).toEqual([sent.data?.id]);
  const again = await connect(after.url).emails.send(letter(), { idempotencyKey: "order-1-paid" });
  expect(again.data?.id).toBe(sent.data?.id);
  const other = await connect(after.url).emails.send(letter({ subject: "x" }), {
    idempotencyKey: "order-1-paid",
  });
  expect(other.error?.statusCode).toBe(409);
  await after.close();
  await rm(folder, { recursive: true });
});
