import { expect, it } from "vitest";
import { readLinkHash } from "@/app/(account)/auth/link-notice";

it.each([
  ["", null],
  ["#pricing", null],
  ["#type=signup", null],
  ["#type=recovery&access_token=x", null],
  ["#access_token=x&type=signup", { kind: "verified" }],
  ["#error=access_denied", { kind: "error", reason: "The link is no longer valid." }],
  [
    "#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid",
    { kind: "error", reason: "The link has expired or was already used." },
  ],
  ["#error=x&error_description=Call+this+number", { kind: "error", reason: "The link could not be used." }],
])("the hash of a verification link %j is read as %j", (hash, expected) => {
  expect(readLinkHash(hash)).toEqual(expected);
});
