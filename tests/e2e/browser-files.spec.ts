import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { shopUnderTest } from "./local-shop";

test("what browsers are sent holds no secret, and not the name of one", () => {
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
