import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PasswordAccount, passwordProblem } from "@/lib/people/auth/password-strength";

const customer: PasswordAccount = { email: "marina.holt@harbour-mail.example", isAdmin: false };
const admin: PasswordAccount = { ...customer, isAdmin: true };

describe("the policy for new passwords", () => {
  it.each([
    ["refuses five letters", "wqk7x", "Use at least 6 characters."],
    ["refuses five characters, however many bytes they have", "🌊🌊🌊🌊🌊", "Use at least 6 characters."],
    ["refuses 264 characters", `x9-${"wqk7xzpmt".repeat(29)}`, "Use at most 256 characters."],
    ["takes six letters", "wqk7xz", null],
    ["counts a space", " wqk7x", null],
    ["takes 255 characters", `x9-${"wqk7xzpmt".repeat(28)}`, null],
    ["takes other letters than English ones", "pässwörter", null],
  ])("%s", async (_, password, problem) => {
    expect(await passwordProblem(password, customer)).toBe(problem);
  });

  it.each([
    "quiet-harbour-9",
    "correct horse battery staple",
    "Zürich-Hbf-Gleis-9",
    "4f0a-91cc",
    "nine char",
  ])("%s may be a customer's", async (password) => {
    expect(await passwordProblem(password, customer)).toBeNull();
  });

  it.each([
    ["123456", /heavily used/],
    ["password", /heavily used/],
    ["Passw0rd!", /similar to a commonly used/],
    ["P@ssw0rd2024", /similar to a commonly used/],
    ["qwerty123", /commonly used/],
    ["1q2w3e4r", /commonly used/],
    ["iloveyou", /frequently used/],
    ["abc123", /frequently used/],
    ["aaaaaa", /easy to guess/],
    ["abcabc", /easy to guess/],
    ["24121999", /Dates are easy to guess/],
    ["24.12.99", /Dates are easy to guess/],
    ["dragon1!", /similar to a commonly used/],
    ["monkeymonkey", /easy to guess/],
    ["hunter2", /similar to a commonly used/],
    ["tide12", /easy to guess/],
  ])("%s is refused with the reason", async (password, reason) => {
    const problem = await passwordProblem(password, customer);
    expect(problem).toMatch(reason);
    expect(problem).toMatch(/ Add an unusual word or two, or let your password manager/);
  });

  it.each(["marina.holt", "harbour-mail", "Marina1990", "groundswell", "Groundswell1"])(
    "%s is about the account or the shop",
    async (password) => {
      expect(await passwordProblem(password, customer)).toMatch(
        /your email address or the name of this shop/,
      );
    },
  );

  it("asks more of an administrator: twelve characters, and harder to guess", async () => {
    expect(await passwordProblem("quiet-harb9", admin)).toBe("Use at least 12 characters.");
    expect(await passwordProblem("lighthouse-keeper", admin)).toBeNull();
    // Enough for a customer.
    expect(await passwordProblem("sunshine-1990", customer)).toBeNull();
    expect(await passwordProblem("sunshine-1990", admin)).toMatch(/similar to a commonly used/);
  });

  it("refuses a long password that is a weak one repeated", async () => {
    expect(await passwordProblem("a".repeat(256), customer)).toMatch(/easy to guess/);
    expect(await passwordProblem("password".repeat(32), customer)).toMatch(/easy to guess/);
  });

  it("has an answer for any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 300 }), async (text) => {
        const problem = await passwordProblem(text, customer);
        if ([...text.normalize("NFC")].length < 6) expect(problem).toMatch(/at least 6/);
        else if (problem !== null) expect(problem.length).toBeGreaterThan(20);
      }),
      { numRuns: 100 },
    );
  });
});
