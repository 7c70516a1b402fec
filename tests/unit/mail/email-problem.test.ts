import { expect, it } from "vitest";
import { emailSchema } from "@/lib/mail/address/address";
import { emailProblem } from "@/lib/mail/address/email-problem";

it.each([
  ["missing", "  ", "Email is required"],
  ["invalid", "a@", "Please enter a valid email address"],
])("says that an address is %s, in the browser as on the server", (_, typed, message) => {
  expect(emailProblem(typed)).toBe(message);
  expect(emailSchema.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it("refuses a text far too long for an address without normalising it", () => {
  // Normalising this once takes hours, because its cost grows with the square of the length.
  expect(emailSchema.safeParse(`${"\u0301\u0316".repeat(1_000_000)}@example.com`).success).toBe(false);
});

it.each([
  ["two dots in a row", "anna..b@example.com"],
  ["a leading dot", ".anna@example.com"],
  ["a dot before the @", "anna.@example.com"],
  ["a quoted name", '"anna b"@example.com'],
  ["a name of 65 characters", `${"a".repeat(65)}@example.com`],
  ["two @", "anna@example.com@example.com"],
  ["a domain without a dot", "anna@example"],
  ["a domain that ends with a dot", "anna@example.com."],
  ["two dots in the domain", "anna@example..com"],
  ["an IP address in brackets", "anna@[192.0.2.1]"],
  ["an IP address", "anna@192.0.2.1"],
  ["an IP address in other digits", "anna@١٩٢.0.2.1"],
  ["a label of 64 characters", `anna@${"a".repeat(64)}.com`],
  ["a label that begins with a hyphen", "anna@-example.com"],
  ["a label that ends with a hyphen", "anna@example-.com"],
  ["an underscore in the domain", "anna@my_example.com"],
  ["an internationalised domain with a path", "anna@münchen.de/x"],
  ["an address of 255 characters", `a@${"abcdefghi.".repeat(25)}com`],
])("refuses %s, which no mail server takes", (_, typed) => {
  expect(emailProblem(typed)).toBe("Please enter a valid email address");
});

it("refuses letters beyond a to z before the @, and says so", () => {
  expect(emailProblem("jürgen@example.com")).toBe(
    "We can only send mail to addresses with plain letters (a to z) before the @. Please use another one.",
  );
});

it.each([
  ["Anna@Example.com", "anna@example.com"],
  ["o'neil+shop@mail.example.co.uk", "o'neil+shop@mail.example.co.uk"],
  ["_a-b@1and1.com", "_a-b@1and1.com"],
  ["anna@münchen.de", "anna@xn--mnchen-3ya.de"],
  ["anna@MÜNCHEN.de", "anna@xn--mnchen-3ya.de"],
  ["anna@пример.рф", "anna@xn--e1afmkfd.xn--p1ai"],
  ["anna@xn--mnchen-3ya.de", "anna@xn--mnchen-3ya.de"],
  [`${"a".repeat(64)}@${"b".repeat(63)}.com`, `${"a".repeat(64)}@${"b".repeat(63)}.com`],
])("takes %s and keeps it as %s", (typed, kept) => {
  expect(emailSchema.parse(typed)).toBe(kept);
});
