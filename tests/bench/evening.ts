import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import pg from "pg";
import { chromiumFlags, ensureChromium } from "../browser.mjs";
import { codeOfApp } from "../support/accounts";
import { eveningCases } from "./evening-cases";
import { Hand } from "./evening-hand";

/**
 * Plays thirty cases of an operator's evening in a running busy demo (`npm run demo -- --fresh --busy`), on a phone and on a
 * desktop, and counts what each takes: taps and keys, pages that open, seconds. `--data` is the demo's folder; `--only` a
 * part of a case's name, `--device` one of the two. docs/internal/workplace.md keeps the figures.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string", default: ".data" },
    only: { type: "string", default: "" },
    device: { type: "string", default: "" },
  },
});
const demo = JSON.parse(readFileSync(`${values.data}/demo.json`, "utf8"));
const database = new pg.Client({ connectionString: demo.urls.database });
await database.connect();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags });

const devices = [
  { name: "phone", viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: "desktop", viewport: { width: 1440, height: 900 }, hasTouch: false },
];
const storage = await signIn(browser);
const sums = new Map<string, { taps: number; pages: number; seconds: number; played: number }>();

for (const [place, { name: device, ...options }] of devices.entries()) {
  if (!device.includes(values.device)) continue;
  const context = await browser.newContext({ ...options, baseURL: demo.urls.shop, storageState: storage });
  const sum = { taps: 0, pages: 0, seconds: 0, played: 0 };
  for (const { name, play } of eveningCases.filter((one) => one.name.includes(values.only))) {
    const line = await playOne(context, { name, device, place, play });
    console.log(line.text);
    if (!line.counts) continue;
    sum.taps += line.counts.taps;
    sum.pages += line.counts.pages;
    sum.seconds += line.counts.seconds;
    sum.played += 1;
  }
  sums.set(device, sum);
  await context.close();
}
for (const [device, { taps, pages, seconds, played }] of sums)
  console.log(`${device}: ${played} cases, ${taps} taps and keys, ${pages} pages, ${Math.round(seconds)} s`);
await browser.close();
await database.end();

async function signIn(shown: Browser) {
  const context = await shown.newContext({ baseURL: demo.urls.shop });
  const page = await context.newPage();
  await page.goto("/admin-auth");
  await page.getByLabel("Email").fill(demo.admin.email);
  await page.getByLabel("Password").fill(demo.admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByLabel(/code/i).first().fill(codeOfApp(demo.admin.totpSecret, new Date()));
  await page.getByRole("button", { name: "Open the admin pages" }).click();
  await page.waitForURL(/\/admin$/);
  const state = await context.storageState();
  await context.close();
  return state;
}

type Playing = { name: string; device: string; place: number; play: (hand: Hand) => Promise<void> };

/** Each case begins on the overview, by an administrator who has just given the password. */
async function playOne(context: BrowserContext, { name, device, place, play }: Playing) {
  await database.query("UPDATE user_sessions SET reauthenticated_at = now() WHERE revoked_at IS NULL");
  const page: Page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const hand = new Hand(page, database, { place, isTouch: device === "phone" });
  try {
    await page.goto("/admin", { waitUntil: "load", timeout: 90_000 });
    // Hydration enables it; a paste before would reach nothing.
    await expect(page.getByRole("checkbox", { name: "Select all on this page" })).toBeEnabled({
      timeout: 45_000,
    });
    hand.begin();
    await play(hand);
    const counts = hand.counts();
    const text = `| ${name} | ${device} | ${counts.taps} | ${counts.pages} | ${counts.seconds.toFixed(1)} |`;
    return { text, counts };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n").slice(0, 3).join(" ") : String(error);
    return { text: `| ${name} | ${device} | could not: ${reason.slice(0, 220)} |`, counts: null };
  } finally {
    await page.close({ runBeforeUnload: false });
  }
}
