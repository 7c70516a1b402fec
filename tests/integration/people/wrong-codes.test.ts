import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { countCode } from "@/lib/people/customers/sign-in-throttle";
import { mailKindsTo, newNetwork } from "../../support/accounts";
import { useDatabase } from "../../support/database";
import { customerFactory } from "../../support/factories";

const { database, db } = useDatabase();

const wrong = async () => {
  throw new AppError("invalid_input");
};
const right = async () => "in";

type From = { address?: string; device?: string | null; version?: number };

const give = (
  userId: string,
  check: () => Promise<unknown>,
  { address = newNetwork(), device = null, version = 0 }: From = {},
) =>
  countCode(database.current, { userId, version, address, device }, check).catch(
    (error: AppError) => error.code,
  );

describe("wrong codes of the second factor", () => {
  it("from one network stop at five: then even a right one is refused", async () => {
    const userId = newId();
    const address = newNetwork();
    for (let i = 0; i < 5; i++) expect(await give(userId, wrong, { address })).toBe("invalid_input");
    expect(await give(userId, right, { address })).toBe("rate_limited");
  });

  it("from all networks stop at ten, and never lock out the browser that gave a right one before", async () => {
    const userId = newId();
    const codes: unknown[] = [];
    for (let i = 0; i < 12; i++) codes.push(await give(userId, wrong));
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(2);
    expect(await give(userId, right)).toBe("rate_limited");
    expect(await give(userId, right, { device: "the-owners" })).toBe("in");
  });

  it("from unknown browsers stop at a hundred in all, until the account has a new password", async () => {
    const { id, email } = await customerFactory(db());
    const hourEnds = () => db().$executeRaw`DELETE FROM rate_limits WHERE key LIKE ${`codeOfAccount:${id}%`}`;
    for (let i = 0; i < 100; i++) {
      if (i % 9 === 0) await hourEnds();
      expect(await give(id, wrong)).toBe("invalid_input");
    }
    await hourEnds();
    const attempt = { userId: id, version: 0, address: newNetwork(), device: null };
    await expect(countCode(database.current, attempt, right)).rejects.toMatchObject({
      code: "rate_limited",
      userMessage: expect.stringContaining("Choose a new password by email"),
    });
    expect(await mailKindsTo(db(), email)).toEqual(["codes-guessed"]);
    expect(await give(id, right, { device: `mine-${id}` })).toBe("in");
    expect(await give(id, right, { version: 1 })).toBe("in");
  });

  it("in unknown browsers are told to the account holder once a day, at the limit and not before", async () => {
    const { id, email } = await customerFactory(db());
    for (let i = 0; i < 10; i++) await give(id, wrong);
    expect(await mailKindsTo(db(), email)).toEqual([]);
    for (let i = 0; i < 3; i++) expect(await give(id, wrong)).toBe("rate_limited");
    expect(await mailKindsTo(db(), email)).toEqual(["codes-guessed"]);
  });

  it("in the holder's own browser are not told to them", async () => {
    const { id, email } = await customerFactory(db());
    for (let i = 0; i < 11; i++) await give(id, wrong, { device: `mine-${id}` });
    expect(await mailKindsTo(db(), email)).toEqual([]);
  });

  it("in a known browser stop at ten, and lock no other browser out", async () => {
    const userId = newId();
    for (let i = 0; i < 10; i++)
      expect(await give(userId, wrong, { device: `mine-${userId}` })).toBe("invalid_input");
    expect(await give(userId, right, { device: `mine-${userId}` })).toBe("rate_limited");
    expect(await give(userId, right)).toBe("in");
  });

  it("no longer count after a right one", async () => {
    const userId = newId();
    const address = newNetwork();
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 2; i++) expect(await give(userId, wrong, { address })).toBe("invalid_input");
      expect(await give(userId, right, { address })).toBe("in");
    }
  });
});
