import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { hour } from "@/lib/base/time/time";
import { openMailTransport, openSmtp } from "@/lib/mail/transport/mail-transport";
import { codeOf, useDatabase } from "../../support/database";
import { listen } from "../../support/listen";
import { useMail } from "../../support/mail";

const mail = useMail(useDatabase());

type Refusal = Error & { responseCode?: number };
type Options = { onRecipient?: () => Refusal | null; onData?: () => "lost" | Refusal | null; user?: string };

const opened: SMTPServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await new Promise<void>((resolve) => server.close(() => resolve()));
});

/**
 * An SMTP server on this machine; what it accepted is in `received`, what its clients call themselves in `names`, and
 * their commands in `commands`.
 */
async function startSmtp({ onRecipient, onData, user }: Options = {}) {
  const received: string[] = [];
  const names: string[] = [];
  const commands: string[] = [];
  const log = (...[entry]: unknown[]) => {
    const { tnx, command } = entry as { tnx?: string; command?: string };
    if (tnx === "command" && command) commands.push(command);
  };
  const server: SMTPServer = new SMTPServer({
    logger: { level: () => undefined, trace: log, debug: log, info: log, warn: log, error: log, fatal: log },
    disabledCommands: user ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    allowInsecureAuth: true,
    authOptional: !user,
    onAuth: ({ username, password }, _session, done) =>
      username === user && password === "p@ss/word"
        ? done(null, { user })
        : done(new Error("Wrong password")),
    onRcptTo: (_address, _session, done) => done(onRecipient?.() ?? null),
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        received.push(text);
        names.push(session.hostNameAppearsAs);
        const answer = onData?.() ?? null;
        if (answer === "lost") destroyConnection(server, session.id);
        else done(answer);
      });
    },
  });
  server.on("error", () => undefined);
  opened.push(server);
  return { received, names, commands, host: `127.0.0.1:${await listen(server.server)}` };
}

function destroyConnection(server: SMTPServer, id: string): void {
  const connections = (server as unknown as { connections: Set<{ id: string; close(): void }> }).connections;
  for (const connection of connections) if (connection.id === id) connection.close();
}

const refusal = (text: string): Refusal =>
  Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) });

const { row, age } = mail;
const local = { isTlsRequired: false, name: "shop.example" };

describe("a mail by SMTP", () => {
  it("arrives with an HTML and a text part, and with a Message-ID that names its row", async () => {
    const server = await startSmtp();
    const id = await mail.post("password-changed");
    await mail.send(id, { transport: openSmtp(`smtp://${server.host}`, local) });
    expect(server.received).toHaveLength(1);
    const [text = ""] = server.received;
    expect(text).toContain(`Message-ID: <${id}@groundswell.example>`);
    expect(text).toMatch(/^To: reader@example\.com\r$/m);
    expect(text).toMatch(/^Reply-To: support@groundswell\.example\r$/m);
    expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(server.names).toEqual(["shop.example"]);
    expect(text).toContain("Content-Type: text/plain");
    expect(text).toContain("Content-Type: text/html");
    expect(await row(id)).toMatchObject({ state: "sent", resendId: `<${id}@groundswell.example>` });
  });

  it("is sent with the name and password of the address", async () => {
    const server = await startSmtp({ user: "orders@shop.example" });
    const id = await mail.post("password-changed");
    const wrong = openSmtp(`smtp://orders%40shop.example:other@${server.host}`, local);
    expect(await codeOf(mail.send(id, { transport: wrong }))).toBe("upstream_failed");
    expect(await row(id)).toMatchObject({ state: "queued", error: "smtp_535" });
    const right = openSmtp(`smtp://orders%40shop.example:p%40ss%2Fword@${server.host}`, local);
    await mail.send(id, { transport: right });
    expect(await row(id)).toMatchObject({ state: "sent" });
  });

  it("ends its conversation with QUIT, also after a refusal", async () => {
    const answers: (Refusal | null)[] = [null, refusal("550 5.1.1 No such mailbox"), null];
    const server = await startSmtp({ onRecipient: () => answers.shift() ?? null, user: "orders" });
    const withPassword = (password: string) => openSmtp(`smtp://orders:${password}@${server.host}`, local);
    await mail.send(await mail.post("password-changed"), { transport: withPassword("p%40ss%2Fword") });
    await expect.poll(() => server.commands).toContain("QUIT");
    expect(server.commands).toEqual(["EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"]);
    server.commands.length = 0;
    const gone = await mail.post("password-changed", { recipient: "gone@example.com" });
    await mail.send(gone, { transport: withPassword("p%40ss%2Fword") });
    await expect.poll(() => server.commands).toContain("QUIT");
    // The envelope goes out in one piece (RFC 2920), so DATA was on its way before the refusal.
    expect(server.commands).toEqual(["EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"]);
    server.commands.length = 0;
    await codeOf(mail.send(await mail.post("password-changed"), { transport: withPassword("wrong") }));
    await expect.poll(() => server.commands).toEqual(["EHLO", "AUTH", "QUIT"]);
  });

  it("whose answer was lost is sent again with the same Message-ID", async () => {
    const answers: ("lost" | null)[] = ["lost", null];
    const server = await startSmtp({ onData: () => answers.shift() ?? null });
    const transport = openSmtp(`smtp://${server.host}`, local);
    const id = await mail.post("password-changed");
    expect(await codeOf(mail.send(id, { transport }))).toBe("upstream_failed");
    expect(await row(id)).toMatchObject({ state: "queued", error: "answer_lost" });
    await mail.send(id, { transport });
    const ids = server.received.map((text) => /^Message-ID: (.+)\r$/m.exec(text)?.[1]);
    expect(ids).toEqual([`<${id}@groundswell.example>`, `<${id}@groundswell.example>`]);
  });

  it("to a mailbox that does not exist fails at once, and is a bounce", async () => {
    const server = await startSmtp({ onRecipient: () => refusal("550 5.1.1 No such mailbox") });
    const id = await mail.post("password-changed", { recipient: "nobody@example.com" });
    await mail.send(id, { transport: openSmtp(`smtp://${server.host}`, local) });
    expect(await row(id)).toMatchObject({ state: "failed", error: "smtp_550", report: "bounced" });
  });

  it.each([
    ["is tried again", "552 5.3.4 Too large for this system", "queued", null],
    ["is tried again", "552 Exceeded storage allocation", "queued", null],
    ["is a bounce", "552 5.2.2 Over quota", "failed", "bounced"],
  ])("that is refused after its text %s: %s", async (_, answer, state, report) => {
    const server = await startSmtp({ onData: () => refusal(answer) });
    const id = await mail.post("password-changed", { recipient: "stuffed@example.com" });
    await codeOf(mail.send(id, { transport: openSmtp(`smtp://${server.host}`, local) }));
    expect(await row(id)).toMatchObject({ state, error: "smtp_552", report });
  });

  it("to a mailbox that is refused for now is a soft bounce until a later attempt arrives", async () => {
    const answers: (Refusal | null)[] = [refusal("450 4.2.1 Try again later"), null];
    const server = await startSmtp({ onRecipient: () => answers.shift() ?? null });
    const transport = openSmtp(`smtp://${server.host}`, local);
    const id = await mail.post("password-changed", { recipient: "full@example.com" });
    expect(await codeOf(mail.send(id, { transport }))).toBe("upstream_failed");
    expect(await row(id)).toMatchObject({ state: "queued", error: "smtp_450", report: "soft_bounced" });
    await mail.send(id, { transport });
    expect(await row(id)).toMatchObject({ state: "sent", error: null, report: null, reportedAt: null });
  });

  it("that the server may not relay is tried for an hour, and then fails for good", async () => {
    const server = await startSmtp({ onRecipient: () => refusal("550 5.7.1 Relaying denied") });
    const transport = openSmtp(`smtp://${server.host}`, local);
    const id = await mail.post("password-changed");
    expect(await codeOf(mail.send(id, { transport }))).toBe("upstream_failed");
    expect(await row(id)).toMatchObject({ state: "queued", error: "smtp_550", report: null });
    await age(id, 2 * hour);
    await mail.send(id, { transport });
    expect(await row(id)).toMatchObject({ state: "failed", error: "smtp_550", report: null });
  });

  it("is not sent without TLS by a live shop", async () => {
    const server = await startSmtp();
    const transport = openMailTransport({
      APP_MODE: "live",
      SMTP_URL: `smtp://${server.host}`,
      SHOP_ORIGIN: "https://shop.example",
      RESEND_API_KEY: undefined,
      RESEND_BASE_URL: undefined,
    });
    const id = await mail.post("password-changed");
    expect(await codeOf(mail.send(id, { transport }))).toBe("upstream_failed");
    expect(await row(id)).toMatchObject({ state: "queued", error: "etls" });
    expect(server.received).toEqual([]);
  });
});
