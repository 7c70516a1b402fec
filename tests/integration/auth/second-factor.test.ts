import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { beginTotp, confirmTotp } from "@/lib/auth/enroll-totp";
import { isProofFresh, proveSecondFactor } from "@/lib/auth/prove-second-factor";
import { totpUri } from "@/lib/auth/totp";
import { newId } from "@/lib/ids";
import { useDatabase } from "../../support/database";
import { testSecret } from "../../support/test-env";

const database = useDatabase();
const shopSecret = testSecret;
const start = new Date("2026-05-05T10:00:00Z");
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

async function administrator() {
  const { db } = database.current;
  const userId = newId();
  const sessionId = newId();
  await db.user.create({ data: { id: userId, email: `${userId}@example.com` } });
  await db.userSession.create({
    data: { id: sessionId, userId, userAgent: "test", provenAt: later(-10_000) },
  });
  return { userId, sessionId };
}

function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}

/** An administrator whose app is set up, and the recovery codes. */
async function enrolled() {
  const { db } = database.current;
  const ids = await administrator();
  const secret = await beginTotp(db, { userId: ids.userId, shopSecret });
  const { sessionId, codes } = await confirmTotp(db, {
    ...ids,
    shopSecret,
    code: codeOf(secret, start),
    now: start,
  });
  return { ...ids, sessionId, secret, codes };
}

/** Gives a code; the session goes on under its new id. */
async function prove(who: { userId: string; sessionId: string }, code: string, now: Date) {
  who.sessionId = await proveSecondFactor(database.current.db, { ...who, shopSecret, code, now });
}

describe("setting up the second factor", () => {
  it("keeps one secret until it is confirmed, and shows it no more after that", async () => {
    const { db } = database.current;
    const { userId, sessionId } = await administrator();
    const secret = await beginTotp(db, { userId, shopSecret });
    expect(await beginTotp(db, { userId, shopSecret })).toBe(secret);
    expect(totpUri(secret, "ops@example.com", "Shop")).toMatch(
      /^otpauth:\/\/totp\/Shop:ops%40example\.com\?.*secret=/,
    );
    await confirmTotp(db, { userId, sessionId, shopSecret, code: codeOf(secret, start), now: start });
    await expect(beginTotp(db, { userId, shopSecret })).rejects.toMatchObject({ code: "conflict" });
    const stored = await db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it("takes no wrong first code, and gives ten different recovery codes once", async () => {
    const { db } = database.current;
    const { userId, sessionId } = await administrator();
    const secret = await beginTotp(db, { userId, shopSecret });
    const confirm = (code: string) => confirmTotp(db, { userId, sessionId, shopSecret, code, now: start });
    await expect(confirm("000000")).rejects.toMatchObject({ code: "invalid_input" });
    const code = codeOf(secret, start);
    const outcomes = await Promise.allSettled([confirm(code), confirm(code)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.recoveryCode.count({ where: { userId } })).toBe(10);
  });

  it("gives recovery codes of 80 bits at least", async () => {
    const { codes } = await enrolled();
    const letters = new Set(codes.join("").replaceAll("-", ""));
    // Twenty letters of 31: 99 bits. Two hundred of them show nearly all that there are.
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    expect(new Set(codes).size).toBe(10);
    expect(letters.size).toBeGreaterThan(20);
  });
});

describe("the second factor", () => {
  it("opens the session with a code of now or of the step before, and only once with each", async () => {
    const who = await enrolled();
    const { db } = database.current;
    const at = later(300);
    await prove(who, codeOf(who.secret, later(270)), at);
    await prove(who, codeOf(who.secret, at), at);
    for (const step of [270, 300]) {
      await expect(prove(who, codeOf(who.secret, later(step)), at)).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
    const session = await db.userSession.findUniqueOrThrow({ where: { id: who.sessionId } });
    expect([session.secondFactorAt, session.provenAt]).toEqual([at, at]);
  });

  it("is taken once when two requests bring one code at the same time", async () => {
    const who = await enrolled();
    const code = codeOf(who.secret, later(600));
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => prove(who, code, later(600))));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("refuses codes that are too old, not yet due, of another secret or no codes at all", async () => {
    const who = await enrolled();
    const other = await enrolled();
    const at = later(900);
    for (const code of [
      codeOf(who.secret, later(840)),
      codeOf(who.secret, later(930)),
      codeOf(other.secret, at),
      "",
      "abc",
      "12345",
      "1234567",
    ]) {
      await expect(prove(who, code, at), code).rejects.toMatchObject({ code: "invalid_input" });
    }
  });

  it("can be a recovery code, typed in any way, once", async () => {
    const who = await enrolled();
    const [first = ""] = who.codes;
    await prove(who, ` ${first.toUpperCase().replace("-", " ")} `, later(60));
    await expect(prove(who, first, later(60))).rejects.toMatchObject({ code: "invalid_input" });
    const other = await enrolled();
    await expect(prove(other, who.codes[1] ?? "", later(60))).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("stands in the audit log when it is set up, and when a recovery code takes its place", async () => {
    const { db } = database.current;
    const who = await enrolled();
    await prove(who, who.codes[0] ?? "", later(60));
    await prove(who, codeOf(who.secret, later(120)), later(120));
    const entries = await db.auditEntry.findMany({
      where: { subjectId: who.userId },
      orderBy: { id: "asc" },
    });
    expect(entries).toMatchObject([
      { action: "second_factor.set_up", actorId: who.userId },
      { action: "recovery_code.used", actorId: who.userId, after: { left: 9 } },
    ]);
    expect(entries).toHaveLength(2);
  });

  it("can't open somebody else's session", async () => {
    const who = await enrolled();
    const other = await enrolled();
    const mixed = { userId: who.userId, sessionId: other.sessionId };
    await expect(prove(mixed, codeOf(who.secret, later(1200)), later(1200))).rejects.toThrow();
  });

  it("is fresh for fifteen minutes", () => {
    expect(isProofFresh(start, later(899))).toBe(true);
    expect(isProofFresh(start, later(900))).toBe(false);
  });
});
