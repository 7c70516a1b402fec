import { readdirSync, readFileSync } from "node:fs";
import { origin, shopUnderTest } from "./local-shop";
import { expect, test } from "./test";

/** The shop's files for browsers whose names match, with their texts. */
function browserFiles(names: RegExp): Map<string, string> {
  const folder = `${shopUnderTest.distDir}/static`;
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => names.test(name));
  expect(found.length).toBeGreaterThan(5);
  return new Map(found.map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")]));
}

test("the files for browsers contain no secret, and no secret's name", () => {
  const secret =
    /\b(?:sk|rk)_(?:test|live)_\w|whsec_\w|\bre_local\b|SHOP_SECRET|ADMIN_PASSWORD|STRIPE_SECRET_KEY|RESEND_API_KEY|postgres(?:ql)?:\/\//;
  for (const [name, text] of browserFiles(/\.(?:js|css|json)$/)) {
    expect.soft(secret.exec(text)?.[0], name).toBeUndefined();
  }
});

test("the scripts use nothing that Safari 15.4 or Chrome 100 lacks", () => {
  const methods =
    "toReversed|toSorted|toSpliced|fromAsync|groupBy|withResolvers|isWellFormed|toWellFormed|isSubsetOf";
  const newer = new RegExp(
    String.raw`\.(?:${methods})\(|AbortSignal\.(?:any|timeout)|\bstatic\{|\(\?<[=!]|\(\?[ims]+[:-]`,
  );
  for (const [name, text] of browserFiles(/\.js$/)) {
    // Next's polyfills for browsers without modules ask for what they add.
    if (text.includes("core-js")) continue;
    expect.soft(newer.exec(text)?.[0], name).toBeUndefined();
  }
});

test("security.txt says where to report a weakness, and expires within a year (RFC 9116)", async ({
  request,
}) => {
  const answer = await request.get("/.well-known/security.txt");
  expect(answer.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const fields = new Map(
    (await answer.text())
      .trim()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]),
  );
  expect(fields.get("Contact")).toMatch(/^mailto:.+@.+$/);
  expect(fields.get("Canonical")).toBe(`${origin}/.well-known/security.txt`);
  const daysLeft = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(90);
  expect(daysLeft).toBeLessThan(365);
});
