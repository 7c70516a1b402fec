import { encode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { addMs, day, hour } from "@/lib/base/time/time";
import { openDevice, sealDevice } from "@/lib/people/auth/known-device";
import { renewSession } from "@/lib/people/auth/session-cookies";
import { openSession, sealSession, sessionKey, sessionPayload } from "@/lib/people/auth/session-token";
import { testSecret as secret } from "../../support/test-env";

const name = "shop_session";
const claims = { userId: newId(), sessionId: newId(), version: 3 };

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("a session cookie", () => {
  it("contains whose session it is", async () => {
    const opened = await openSession(secret, name, await sealSession(secret, name, claims));
    expect(opened?.claims).toEqual(claims);
  });

  it("hides its contents", async () => {
    const value = await sealSession(secret, name, claims);
    const readable = value.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1"));
    expect(readable.join("")).not.toContain(claims.userId);
  });

  it.each([0, 2, 3, 4])("is refused when its part %i is changed", async (at) => {
    const parts = (await sealSession(secret, name, claims)).split(".");
    const changed = parts.map((part, index) => (index === at ? flip(part) : part)).join(".");
    expect(await openSession(secret, name, changed)).toBeNull();
  });

  it.each([
    ["another secret", () => sealSession(`${secret}x`, name, claims)],
    ["another cookie", () => sealSession(secret, "__Host-shop_session", claims)],
    [
      "no signature",
      async () => `${base64({ alg: "none" })}.${base64({ ...sessionPayload(claims), iat: 1, exp: 9e9 })}.`,
    ],
    [
      "the past",
      () => encode({ token: sessionPayload(claims), secret: sessionKey(secret), salt: name, maxAge: -60 }),
    ],
    [
      "other claims",
      () =>
        encode({ token: { sub: "admin", sid: claims.sessionId }, secret: sessionKey(secret), salt: name }),
    ],
    ["nowhere", async () => "not-a-token"],
    ["nothing", async () => ""],
  ])("of %s is worth nothing", async (_what, make) => {
    expect(await openSession(secret, name, await make())).toBeNull();
  });

  it("is issued again once it is a day old, with the same claims", async () => {
    const env = { SHOP_SECRET: secret, APP_MODE: "local" } as const;
    const opened = await openSession(secret, name, await sealSession(secret, name, claims));
    if (!opened) throw new Error("the cookie opens");
    expect(await renewSession(env, opened, addMs(opened.issuedAt, 23 * hour))).toEqual([]);
    const [cookie, marker] = await renewSession(env, opened, addMs(opened.issuedAt, day + hour));
    expect(marker).toMatchObject({ name: "shop_signed_in", value: "1", options: { httpOnly: false } });
    expect((await openSession(secret, name, cookie?.value ?? ""))?.claims).toEqual(claims);
  });
});

describe("a known browser", () => {
  it("is known to the account it signed in to, and to no other", () => {
    const value = sealDevice(secret, claims);
    expect(openDevice(secret, claims, value)).toBe(value.split(".")[0]);
    expect(openDevice(secret, { ...claims, userId: newId() }, value)).toBeNull();
    expect(openDevice(`${secret}x`, claims, value)).toBeNull();
    expect(openDevice(secret, claims, flip(value))).toBeNull();
  });

  it.each([null, "", ".", "a.b"])("is not '%s'", (forged) => {
    expect(openDevice(secret, claims, forged)).toBeNull();
  });

  it("is known by its second factor only where one was given, and by its password in both cases", () => {
    const [once, twice] = [sealDevice(secret, claims), sealDevice(secret, claims, "second_factor")];
    expect(openDevice(secret, claims, once)).not.toBeNull();
    expect(openDevice(secret, claims, once, "second_factor")).toBeNull();
    expect(openDevice(secret, claims, twice)).not.toBeNull();
    expect(openDevice(secret, claims, twice, "second_factor")).toBe(openDevice(secret, claims, twice));
    expect(openDevice(secret, { ...claims, userId: newId() }, twice, "second_factor")).toBeNull();
  });

  it.each(["password", "second_factor"] as const)(
    "that gave its %s is unknown again once the account has another version",
    (factor) => {
      const value = sealDevice(secret, claims, factor);
      expect(openDevice(secret, { ...claims, version: claims.version + 1 }, value)).toBeNull();
    },
  );
});

/** The text with its first character changed. */
function flip(text: string): string {
  return (text.startsWith("A") ? "B" : "A") + text.slice(1);
}
