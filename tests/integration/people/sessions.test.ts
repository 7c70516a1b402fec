import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { addMs, day, hour, minute } from "@/lib/base/time/time";
import { findSignedInUser } from "@/lib/people/auth/find-signed-in-user";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { rotateSession } from "@/lib/people/auth/rotate-session";
import { reauthenticateByCode } from "@/lib/people/auth/second-factor-code";
import { beginTotp } from "@/lib/people/auth/totp";
import { authenticate } from "@/lib/people/customers/authenticate";
import { changePassword } from "@/lib/people/customers/change-password";
import { resetPassword } from "@/lib/people/customers/reset-password";
import { turnOnSecondFactor } from "@/lib/people/customers/second-factor";
import { endAllSessions, endSession } from "@/lib/people/customers/sessions";
import { signOutEverywhere } from "@/lib/people/customers/sign-out-everywhere";
import { startSession } from "@/lib/people/customers/start-session";
import {
  accountDeps,
  codeOfApp,
  lastLinkTo,
  newNetwork,
  resetAndMail,
  startedSession,
} from "../../support/accounts";
import { codeOf, useDatabase } from "../../support/database";
import { customerFactory } from "../../support/factories";
import { testSecret } from "../../support/test-env";

const { database } = useDatabase();

const authenticated = ({ id, sessionVersion }: { id: string; sessionVersion: number }) => ({
  userId: id,
  version: sessionVersion,
});

async function signedIn(roles?: string[]) {
  const started = await startedSession(database.current, roles);
  const find = (claims = started.claims) => findSignedInUser(started.db, claims, new Date());
  return { ...started, find };
}

describe("a session", () => {
  it("gives its user, with the roles of this moment", async () => {
    const { db, user, claims, find } = await signedIn(["admin", "user"]);
    expect(await find()).toMatchObject({
      id: user.id,
      email: user.email,
      sessionId: claims.sessionId,
      roles: ["admin", "user"],
    });
    await db.userRole.deleteMany({ where: { userId: user.id, role: "admin" } });
    expect((await find())?.roles).toEqual(["user"]);
  });

  it("ends when it is signed out, and no other does", async () => {
    const first = await signedIn();
    const second = await startSession(first, { ...authenticated(first.user), userAgent: "test" });
    await endSession(first.db, first.claims, new Date());
    expect(await first.find()).toBeNull();
    expect(await first.find(second)).not.toBeNull();
  });

  it("can't be ended by another user", async () => {
    const mine = await signedIn();
    const other = await signedIn();
    await endSession(mine.db, { userId: other.user.id, sessionId: mine.claims.sessionId }, new Date());
    expect(await mine.find()).not.toBeNull();
  });

  it("ends with the account", async () => {
    const { db, user, find } = await signedIn();
    await db.user.update({ where: { id: user.id }, data: { anonymizedAt: new Date() } });
    expect(await find()).toBeNull();
  });

  it("is refused with another user's id, session or version", async () => {
    const { claims, find } = await signedIn();
    const other = await signedIn();
    expect(await find({ ...claims, userId: other.user.id })).toBeNull();
    expect(await find({ ...claims, sessionId: newId() })).toBeNull();
    expect(await find({ ...claims, version: claims.version + 1 })).toBeNull();
  });

  it("is refused under its old token once the second factor was given in it", async () => {
    const { db, claims, find, user } = await signedIn(["admin", "user"]);
    const secret = await beginTotp(db, { userId: user.id, shopSecret: testSecret });
    const [now, next] = [new Date(), addMs(new Date(), minute)];
    const ids = { userId: user.id, shopSecret: testSecret };
    const first = { ...ids, sessionId: claims.sessionId, code: codeOfApp(secret, now), now };
    const { sessionId, version } = await turnOnSecondFactor(db, first);
    expect(await find()).toBeNull();
    const carriedOn = await find({ ...claims, sessionId, version });
    expect(carriedOn?.secondFactorAt).toEqual(now);

    const again = await reauthenticateByCode(db, {
      ...ids,
      sessionId,
      code: codeOfApp(secret, next),
      now: next,
    });
    expect(await find({ ...claims, version, sessionId })).toBeNull();
    expect(await find({ ...claims, version, sessionId: again })).not.toBeNull();
  });

  it("that has ended gets no second factor and no new id", async () => {
    const { db, claims } = await signedIn(["admin", "user"]);
    await endSession(db, claims, new Date());
    expect(await codeOf(rotateSession(db, claims, { reauthenticatedAt: new Date() }))).toBe("unauthorized");
  });

  describe("is not opened by a sign-in that began before", () => {
    const start = async () => {
      const deps = accountDeps(database.current);
      const password = "a phrase of the night";
      const user = await customerFactory(deps.db, { passwordHash: await argon2Hasher.hash(password) });
      const { id: userId, email } = user;
      const { sessionId } = await startSession(deps, { ...authenticated(user), userAgent: "the owner's" });
      const attempt = { email, password, address: newNetwork(), device: null };
      const thief = await authenticate(deps, attempt);
      return { ...deps, userId, email, sessionId, password, thief };
    };
    type Started = Awaited<ReturnType<typeof start>>;
    const newPassword = "a phrase of the morning";

    it.each<[string, (own: Started) => Promise<unknown>]>([
      [
        "the password changed",
        (own) => changePassword(own, { ...own, newPassword, reauthenticatedAt: own.now, isAdmin: false }),
      ],
      [
        "the password was reset",
        async (own) => {
          await resetAndMail(own, own.email);
          const token = await lastLinkTo(own.db, own.email, "reset-password");
          return resetPassword(own, { token, password: newPassword });
        },
      ],
      ["all sessions ended", (own) => signOutEverywhere(own.db, own.userId)],
      [
        "the second factor came",
        async ({ db, userId, sessionId, now }) => {
          const shopSecret = testSecret;
          const secret = await beginTotp(db, { userId, shopSecret });
          const code = codeOfApp(secret, now);
          return turnOnSecondFactor(db, { userId, sessionId, shopSecret, code, now });
        },
      ],
    ])("%s", async (_, change) => {
      const own = await start();
      await change(own);
      const opened = startSession(own, { ...own.thief, userAgent: "the thief's" });
      expect(await codeOf(opened)).toBe("unauthorized");
      const where = { userId: own.userId, userAgent: "the thief's" };
      expect(await own.db.userSession.count({ where })).toBe(0);
    });
  });

  it("waits for a change that is about to end all sessions", async () => {
    const { user, ...deps } = await signedIn();
    let opened: Promise<unknown> = Promise.resolve();
    const longTransaction = { timeout: 2 * minute };
    await deps.db.$transaction(async (tx) => {
      await endAllSessions(tx, user.id, new Date());
      opened = startSession(deps, { ...authenticated(user), userAgent: "late" }).catch((error) => error);
      const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      const waiting = () =>
        deps.db.$queryRaw`SELECT pid FROM pg_stat_activity WHERE ${own?.pid} = ANY(pg_blocking_pids(pid))`;
      await expect.poll(waiting).not.toEqual([]);
    }, longTransaction);
    expect(await opened).toMatchObject({ code: "unauthorized" });
  });

  it("of an administrator ends half a day after it began, even if it is in use", async () => {
    const { db, claims } = await signedIn(["admin", "user"]);
    const begun = new Date();
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      expect(await findSignedInUser(db, claims, addMs(begun, minutes * minute))).not.toBeNull();
    }
    expect(await findSignedInUser(db, claims, addMs(begun, 12 * hour + minute))).toBeNull();
  });

  it("of an administrator ends when it was not used for half an hour, and can't be revived", async () => {
    const { db, claims } = await signedIn(["admin", "user"]);
    const begun = new Date();
    expect(await findSignedInUser(db, claims, addMs(begun, 29 * minute))).not.toBeNull();
    expect(await findSignedInUser(db, claims, addMs(begun, 58 * minute))).not.toBeNull();
    expect(await findSignedInUser(db, claims, addMs(begun, 89 * minute))).toBeNull();
    expect(await findSignedInUser(db, claims, addMs(begun, 90 * minute))).toBeNull();
  });

  it("of a customer is still there after twenty days without use", async () => {
    const { db, claims } = await signedIn();
    expect(await findSignedInUser(db, claims, addMs(new Date(), 20 * day))).not.toBeNull();
  });

  it("notes when it was last used, at most every five minutes", async () => {
    const { db, claims } = await signedIn();
    const seen = async () =>
      (await db.userSession.findUniqueOrThrow({ where: { id: claims.sessionId } })).lastSeenAt;
    const start = await seen();
    await findSignedInUser(db, claims, addMs(start, 4 * minute));
    expect(await seen()).toEqual(start);
    await findSignedInUser(db, claims, addMs(start, 6 * minute));
    expect(await seen()).toEqual(addMs(start, 6 * minute));
  });
});
