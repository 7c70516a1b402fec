import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hour } from "@/lib/base/time/time";
import { openSmtp } from "@/lib/mail/transport/mail-transport";
import { checkMails } from "@/lib/running/watch/check-mails";
import { codeOf, useDatabase } from "../support/database";
import { loseFirstAnswer, makeCertificates, openTrustingSmtp, startExim } from "../support/exim";
import { useMail } from "../support/mail";

// The configuration of the tests leaves this file out where Exim is not installed.
const local = { isTlsRequired: false, name: "shop.example" };

describe("a mail to Exim", () => {
  const database = useDatabase();
  const mail = useMail(database);
  let exim: Awaited<ReturnType<typeof startExim>>;
  beforeAll(async () => {
    exim = await startExim();
  });
  afterAll(() => exim.close());
  // The alert counts all mails.
  beforeEach(async () => {
    await database.db().emailLog.deleteMany();
  });

  const send = async (recipient: string, password = "right") => {
    const id = await mail.post("password-changed", { recipient });
    const url = `smtp://shop:${password}@${exim.host}`;
    const transport = openSmtp(url, local);
    const code = await codeOf(mail.send(id, { transport }));
    return { id, code };
  };

  /** The message of the open alert about mails; null without one. */
  const alert = async () => {
    await checkMails(database.db());
    const open = { key: "mail", resolvedAt: null };
    return (await database.db().operatorAlert.findFirst({ where: open }))?.message ?? null;
  };

  it("is accepted", async () => {
    const { id } = await send("reader@example.com");
    expect(await mail.row(id)).toMatchObject({ state: "sent", error: null });
  });

  it.each([
    ["later", "smtp_451"],
    ["full", "smtp_452"],
  ])("that is refused for now is tried again: %s, %s", async (name, error) => {
    const { id, code } = await send(`${name}@example.com`);
    expect(code).toBe("upstream_failed");
    expect(await mail.row(id)).toMatchObject({ state: "queued", error });
  });

  it("that is greylisted is tried again, and arrives once", async () => {
    const recipient = "grey@example.com";
    const { id, code } = await send(recipient);
    expect(code).toBe("upstream_failed");
    expect(await mail.row(id)).toMatchObject({ state: "queued", error: "smtp_451", report: null });
    expect(exim.arrived(recipient)).toEqual([]);
    await mail.send(id, { transport: openSmtp(`smtp://${exim.host}`, local) });
    expect(await mail.row(id)).toMatchObject({ state: "sent", error: null });
    expect(exim.arrived(recipient)).toEqual([`<${id}@groundswell.example>`]);
  });

  it("whose answer was lost says that it may have arrived, and the second copy has the same Message-ID", async () => {
    const recipient = "lost@example.com";
    const lossy = await loseFirstAnswer(exim.port);
    const transport = openSmtp(`smtp://${lossy.host}`, local);
    const id = await mail.post("password-changed", { recipient });
    expect(await codeOf(mail.send(id, { transport }))).toBe("upstream_failed");
    expect(await mail.row(id)).toMatchObject({ state: "queued", error: "answer_lost" });
    await expect.poll(() => exim.arrived(recipient)).toHaveLength(1);
    await mail.age(id, hour);
    expect(await alert()).toContain("it may have arrived");
    await mail.send(id, { transport });
    expect(await mail.row(id)).toMatchObject({ state: "sent", error: null });
    expect(exim.arrived(recipient)).toEqual(Array(2).fill(`<${id}@groundswell.example>`));
    lossy.close();
  });

  it.each([
    ["unknown", "gone", "smtp_550"],
    ["over its quota", "quota", "smtp_552"],
    ["over its quota, which the server says after the text", "stuffed", "smtp_552"],
  ])("to a mailbox that is %s is a bounce at once, and raises no alert", async (_, name, error) => {
    const { id } = await send(`${name}@example.com`);
    expect(await mail.row(id)).toMatchObject({ state: "failed", error, report: "bounced" });
    expect(await alert()).toBeNull();
  });

  it.each([
    ["content@example.com", "right", "smtp_554", "refuses the mail or its sender"],
    ["policy@example.com", "right", "smtp_550", "refuses the mail or its sender, or"],
    ["reader@example.com", "wrong", "smtp_535", "refuses the user name or the password in SMTP_URL"],
  ])(
    "to %s with the %s password is tried again, and a late one raises an alert that names the cause",
    async (recipient, password, error, cause) => {
      const { id } = await send(recipient, password);
      expect(await mail.row(id)).toMatchObject({ state: "queued", error, report: null });
      await mail.age(id, hour);
      expect(await alert()).toContain(cause);
      expect(await alert()).toContain(error);
    },
  );

  describe("over TLS", () => {
    let certificates: ReturnType<typeof makeCertificates>;
    beforeAll(() => {
      certificates = makeCertificates();
    });
    afterAll(() => certificates.remove());

    const sendOver = async (name: Parameters<typeof certificates.of>[0]) => {
      const server = await startExim(certificates.of(name));
      const id = await mail.post("password-changed");
      const transport = openTrustingSmtp(`smtp://localhost:${server.port}`, certificates.authority);
      await codeOf(mail.send(id, { transport }));
      const arrived = server.arrived("reader@example.com").length;
      await server.close();
      return { id, arrived };
    };

    it("is sent to a server whose certificate is right", async () => {
      const { id, arrived } = await sendOver("right");
      expect(await mail.row(id)).toMatchObject({ state: "sent", error: null });
      expect(arrived).toBe(1);
    });

    it.each([
      ["expired", "certificate_expired", "certificate has expired"],
      ["misnamed", "certificate_misnamed", "certificate is for another name"],
      ["unknown", "certificate_unknown", "no authority that this machine trusts"],
    ] as const)(
      "stays queued before an %s certificate, and the alert says so",
      async (name, error, cause) => {
        const { id, arrived } = await sendOver(name);
        expect(await mail.row(id)).toMatchObject({ state: "queued", error });
        expect(arrived).toBe(0);
        await mail.age(id, hour);
        expect(await alert()).toContain(cause);
      },
    );
  });
});
