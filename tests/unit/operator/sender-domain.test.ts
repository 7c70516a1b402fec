import { describe, expect, it } from "vitest";
import {
  checkSenderRecords,
  readDkim,
  readDmarc,
  readSpf,
  type TxtLookup,
} from "@/lib/operator/readiness/sender-domain";

const key = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtTSbBhjrQVE3";

describe("an SPF record", () => {
  it.each<[string, string[][], "right" | "wrong", RegExp]>([
    ["of a mail host", [["v=spf1 include:_spf.google.com ~all"]], "right", /names include:_spf.google.com:/],
    ["of a server of one's own", [["v=spf1 ip4:203.0.113.7 mx -all"]], "right", /ip4:203.0.113.7, mx/],
    ["that redirects", [["v=spf1 redirect=_spf.mailhost.example"]], "right", /redirect=_spf/],
    [
      "beside other texts",
      [["google-site-verification=x"], ["v=spf1 a ~all"], ["v=spf10 x"]],
      "right",
      /names a:/,
    ],
    [
      "in several strings, which are joined without a space",
      [["v=spf1 include:_spf.goo", "gle.com include:amazonses.com -all"]],
      "right",
      /include:_spf.google.com, include:amazonses.com/,
    ],
    ["in capitals", [["V=SPF1 INCLUDE:spf.mailhost.example -ALL"]], "right", /include:spf.mailhost/],
    ["that is not there", [["some other text"]], "wrong", /has no SPF record/],
    ["that is there twice", [["v=spf1 mx -all"], ["v=spf1 a -all"]], "wrong", /2 SPF records.*Join them/],
    ["that lets everyone send", [["v=spf1 mx +all"]], "wrong", /everyone/],
    ["that lets everyone send, without a sign", [["v=spf1 all"]], "wrong", /everyone/],
    ["that lets no one send", [["v=spf1 -all"]], "wrong", /no one/],
    ["that only refuses", [["v=spf1 ~include:other.example ?all"]], "wrong", /no one/],
    [
      "with too many look-ups",
      [[`v=spf1 ${Array.from({ length: 11 }, (_, one) => `include:s${one}.example`).join(" ")} -all`]],
      "wrong",
      /more than 10/,
    ],
  ])("%s", (_, records, state, message) => {
    expect(readSpf("shop.test", records)).toEqual({ state, message: expect.stringMatching(message) });
  });
});

describe("a DKIM key's record", () => {
  it.each<[string, string[][], "right" | "wrong", RegExp]>([
    [
      "with all its tags, in two strings",
      [["v=DKIM1; k=rsa; p=MIIBIjANBg", "kqhkiG9w0BAQEF"]],
      "right",
      /has a key/,
    ],
    ["with the key alone, as Resend's", [[`p=${key}`]], "right", /has a key/],
    ["that is not there", [], "wrong", /no DKIM key/],
    ["that is another record, under a wildcard", [["v=spf1 -all"]], "wrong", /no DKIM key/],
    ["that was revoked", [["v=DKIM1; p="]], "wrong", /revoked/],
  ])("%s", (_, records, state, message) => {
    expect(readDkim("resend._domainkey.shop.test", records)).toEqual({
      state,
      message: expect.stringMatching(message),
    });
  });
});

describe("a DMARC record", () => {
  it.each<[string, string[][], "right" | "wrong", RegExp]>([
    ["that refuses forged mail", [["v=DMARC1; p=reject; rua=mailto:d@shop.test"]], "right", /is reject/],
    ["that sets it aside", [["v=DMARC1;p=quarantine;pct=50"]], "right", /is quarantine/],
    ["that only watches", [["v=DMARC1; p=none"]], "right", /only watches/],
    ["without a policy", [["v=DMARC1; rua=mailto:d@shop.test"]], "wrong", /no policy/],
    ["with a mistyped policy", [["v=DMARC1; p=quarrantine"]], "wrong", /no policy/],
    ["that is not there", [], "wrong", /v=DMARC1; p=none/],
    ["that is there twice", [["v=DMARC1; p=none"], ["v=DMARC1; p=reject"]], "wrong", /2 DMARC records/],
  ])("%s", (_, records, state, message) => {
    expect(readDmarc("shop.test", records)).toEqual({ state, message: expect.stringMatching(message) });
  });
});

describe("the records of a sender's domain", () => {
  const zone =
    (records: Record<string, string | null>): TxtLookup =>
    async (name) => {
      const text = records[name];
      return text === null ? null : text === undefined ? [] : [[text]];
    };

  it("are DKIM and DMARC at Resend, whose selector is known", async () => {
    const lookUp = zone({
      "resend._domainkey.shop.test": `p=${key}`,
      "_dmarc.shop.test": "v=DMARC1; p=none",
    });
    const states = (await checkSenderRecords("shop.test", { isResend: true, lookUp })).map(
      (one) => one.state,
    );
    expect(states).toEqual(["right", "right"]);
  });

  it("are SPF and DMARC at a mail server, and a subdomain has the DMARC of its nearest parent", async () => {
    const lookUp = zone({
      "mail.shop.co.test": "v=spf1 mx -all",
      "_dmarc.shop.co.test": "v=DMARC1; p=reject",
    });
    const found = await checkSenderRecords("mail.shop.co.test", { isResend: false, lookUp });
    expect(found.map((one) => one.state)).toEqual(["right", "right"]);
    expect(found[1]?.message).toBe("DMARC of shop.co.test is reject.");
  });

  it("that can't be looked up are neither right nor wrong", async () => {
    const lookUp = zone({ "shop.test": null, "_dmarc.shop.test": null });
    expect(await checkSenderRecords("shop.test", { isResend: false, lookUp })).toEqual([
      { state: "unread", message: "shop.test could not be looked up. Try again." },
      { state: "unread", message: "_dmarc.shop.test could not be looked up. Try again." },
    ]);
  });
});
