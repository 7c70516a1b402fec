import { describe, expect, it } from "vitest";
import { isCommonPassword } from "@/lib/auth/common-passwords";
import { passwordProblem, passwordStrength } from "@/lib/auth/password-strength";
import { hashPassword, verifyPassword } from "@/lib/auth/passwords";

describe("the policy for new passwords", () => {
  it.each([
    ["wqk7x", "Use at least 6 characters."],
    ["wqk7xz", null],
    ["wqk7xzpm", null],
    [`${"wqk7xzpm".repeat(8)}`, null],
    [`x9-${"wqk7xzpmt".repeat(28)}`, null],
    [`x9-${"wqk7xzpmt".repeat(29)}`, "Use at most 256 characters."],
    ["pässwörter", null],
    ["🌊🌊🌊🌊🌊", "Use at least 6 characters."],
    [" wqk7x", null],
  ])("%j: %s", (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });

  it.each([
    "123456",
    "password",
    "Passw0rd!",
    "P@ssw0rd2024",
    "qwerty123",
    "1q2w3e4r",
    "iloveyou",
    "i love you",
    "abc123",
    "aaaaaa",
    "abcabc",
    "000000",
    "24121999",
    "24.12.99",
    "dragon1!",
    "monkeymonkey",
    "ZXCVBNM",
    "letmein",
    "987654321",
  ])("%s is too common", (password) => {
    expect(isCommonPassword(password)).toBe(true);
    expect(passwordStrength(password)).toEqual({ level: 0, label: "Too common" });
  });

  it.each(["quiet-harbour-9", "wqk7xz", "correct horse battery staple", "Zürich-Hbf-Gleis-9", "4f0a-91cc"])(
    "%s is not",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  it("asks for as many characters as the account has to have", () => {
    expect(passwordStrength("quiet-harb9", 12).label).toBe("Too short");
    expect(passwordStrength("quiet-harb9").label).not.toBe("Too short");
    expect(passwordProblem("quiet-harb9", 12)).toBe("Use at least 12 characters.");
  });

  it("rates longer and richer passwords higher", () => {
    const levels = ["wqk7xz", "wqk7xz-Tram", "quiet-harbour-9", "correct horse battery staple"].map(
      (password) => passwordStrength(password).level,
    );
    expect(levels).toEqual([...levels].sort());
    expect(levels[0]).toBe(1);
    expect(levels.at(-1)).toBe(4);
  });
});

describe("hashing", () => {
  it("takes a password whole: what differs after 72 bytes differs", async () => {
    const long = "x7".repeat(36);
    const stored = await hashPassword(`${long}A`);
    expect(await verifyPassword(stored, `${long}A`)).toBe(true);
    expect(await verifyPassword(stored, `${long}B`)).toBe(false);
    expect(await verifyPassword(stored, long)).toBe(false);
  });

  it("takes both spellings of an accent for the same password, and no other", async () => {
    const stored = await hashPassword("caf\u00e9-mar\u00eda");
    expect(await verifyPassword(stored, "cafe\u0301-mari\u0301a")).toBe(true);
    expect(await verifyPassword(stored, "cafe-maria")).toBe(false);
  });

  it("keeps spaces and case", async () => {
    const stored = await hashPassword(" Tide 9 ");
    expect(await verifyPassword(stored, " Tide 9 ")).toBe(true);
    for (const other of ["Tide 9 ", " Tide 9", " tide 9 "])
      expect(await verifyPassword(stored, other)).toBe(false);
  });

  it("is argon2id as configured, with a salt of its own", async () => {
    const [one, two] = await Promise.all([hashPassword("quiet-harbour-9"), hashPassword("quiet-harbour-9")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it("fits nothing where there is no hash", async () => {
    expect(await verifyPassword(null, "")).toBe(false);
    expect(await verifyPassword(null, "quiet-harbour-9")).toBe(false);
  });
});
