import { readdirSync, readFileSync } from "node:fs";
import { origin, shopUnderTest } from "./local-shop";
import { expect, test } from "./test";

test("the files for browsers contain no secret, and no secret's name", () => {
  const folder = `${shopUnderTest.distDir}/static`;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:js|css|json)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(10);
  const secret =
    /\b(?:sk|rk)_(?:test|live)_\w|whsec_\w|\bre_local\b|SHOP_SECRET|ADMIN_PASSWORD|STRIPE_SECRET_KEY|RESEND_API_KEY|postgres(?:ql)?:\/\//;
  for (const name of files) {
    const found = secret.exec(readFileSync(`${folder}/${name}`, "utf8"));
    expect(found?.[0], name).toBeUndefined();
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
