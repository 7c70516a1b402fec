import { expect, it } from "vitest";
import { readLinkHash } from "@/app/(account)/auth/link-notice";

it.each([
  ["", null],
  ["#pricing", null],
  ["#type=signup", null],
  ["#type=recovery&access_token=x", null],
  ["#access_token=x&type=signup", { kind: "verified" }],
  ["#error=access_denied", { kind: "error", reason: "The link could not be used." }],
  [
    "#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid",
    { kind: "error", reason: "Email link is invalid." },
  ],
  ["#error=x&error_description=%E0%A4%A", { kind: "error", reason: "\ufffd%A." }],
])("the hash of a verification link %j is read as %j", (hash, expected) => {
  expect(readLinkHash(hash)).toEqual(expected);
});
