import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkMails } from "@/lib/alerts/check-mails";
import { openSmtp } from "@/lib/email/mail-transport";
import { hour } from "@/lib/time";
import { codeOf, useDatabase } from "../support/database";
import { hasExim, startExim } from "../support/exim";
import { useMail } from "../support/mail";

if (!hasExim()) console.log("Exim is left out, because it is not installed or this is not root.");

describe.skipIf(!hasExim())("a mail to Exim", () => {
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
    const transport = openSmtp(url, { isTlsRequired: false, name: "shop.example" });
    const code = await codeOf(mail.send(id, { transport }));
    return { id, code };
  };

  const alerts = async () => {
    await checkMails(database.db());
    return database.db().operatorAlert.count({ where: { key: "mail", resolvedAt: null } });
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

  it("to an unknown mailbox is a bounce at once, and raises no alert", async () => {
    const { id } = await send("gone@example.com");
    expect(await mail.row(id)).toMatchObject({ state: "failed", error: "smtp_550", report: "bounced" });
    expect(await alerts()).toBe(0);
  });

  it.each([
    ["content@example.com", "right", "smtp_554"],
    ["reader@example.com", "wrong", "smtp_535"],
  ])(
    "to %s with the %s password is tried again, and a late one raises the alert",
    async (recipient, password, error) => {
      const { id } = await send(recipient, password);
      expect(await mail.row(id)).toMatchObject({ state: "queued", error, report: null });
      await mail.age(id, hour);
      expect(await alerts()).toBe(1);
    },
  );
});
