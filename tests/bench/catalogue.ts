import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type pg from "pg";
import { connect } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { formatCents } from "@/lib/base/money";
import { second } from "@/lib/base/time/time";
import { localSecret } from "@/lib/local/local-env";
import type { LocalShop } from "@/lib/local/shop";
import { signedInCookies } from "@/lib/people/auth/session-cookies";
import { sealSession } from "@/lib/people/auth/session-token";
import { changeCatalog } from "../support/catalog";
import { mapLarge, withLarge } from "../support/large-catalog";
import { benchDataDir } from "./bench-shop";
import { cpuMsOf, megabytesOf, postmasterOf } from "./process-figures";

const atOnce = 4;
const mostPopular = 500;
const changes = 5;
// A change is over by then, and PostgreSQL's other work is in both catalogues' figures.
const changeMs = 5 * second;

type Sold = { platform: string; service: string; packageId: string };

/**
 * Measures the pages and what a change costs with the first catalogue, and with 60 platforms more that have 600 services
 * and 3,000 packages. Every page is asked for. Returns the rows of a table; the ratio is the large one's.
 */
export async function measureCatalogue(
  shop: LocalShop,
  database: pg.Client,
): Promise<Record<string, object>> {
  const first = await measure(shop, database, {
    platform: "instagram",
    service: "followers",
    packageId: "followers-100",
  });
  console.log("60 platforms more …");
  const { db, close } = connect(shop.urls.database, 1);
  await changeCatalog(db, withLarge);
  await close();
  await database.query(mapLarge);
  const packageId = "network-5-service-3-500";
  const large = await measure(shop, database, { platform: "network-5", service: "service-3", packageId });
  return Object.fromEntries(
    Object.entries(first).map(([name, small]) => {
      const big = large[name] ?? Number.NaN;
      return [name, { "2 platforms": small, "62 platforms": big, ratio: Number((big / small).toFixed(1)) }];
    }),
  );
}

async function measure(shop: LocalShop, database: pg.Client, sold: Sold): Promise<Record<string, number>> {
  const web = shop.web.process.pid ?? 0;
  const spent = () => cpuMsOf(web) + cpuMsOf(postmasterOf(`${benchDataDir}/postgres`));
  const ask = async (path: string, headers = {}) => {
    const answer = await fetch(shop.urls.shop + path, { headers, redirect: "manual" });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}\n${shop.web.output().slice(-3_000)}`);
    return { text: await answer.text(), isKept: answer.headers.get("x-nextjs-cache") === "HIT" };
  };
  const { platform, service, packageId } = sold;
  const landing = `/${platform}/${service}`;
  const figures: Record<string, number> = {};

  const paths = await allPaths(database);
  await untilMapped(() => ask("/sitemap.xml"), paths.length);
  const before = spent();
  const left = [...paths];
  const visitor = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await ask(path);
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  figures.pages = paths.length;
  figures["a page, ms of a core"] = Math.round((spent() - before) / paths.length);
  figures["web process, MB, after every page"] = megabytesOf(web);

  // Asked for again from the newest on, until the first that Next no longer holds.
  let held = 0;
  for (const path of paths) {
    if (!(await ask(path)).isKept) break;
    held++;
  }
  figures["pages that Next holds at once"] = held;
  const popular = paths.slice(0, mostPopular);
  for (const path of popular) await ask(path);
  let kept = 0;
  for (const path of popular) if ((await ask(path)).isKept) kept++;
  figures[`of ${mostPopular} pages, held until they are asked for again`] = kept;
  figures["web process, MB, after them"] = megabytesOf(web);

  const pages = { "home page": "/", hub: `/${platform}`, "landing page": landing };
  for (const [name, path] of Object.entries(pages)) {
    const { text } = await ask(path);
    figures[`${name}, KB`] = kilobytes(text);
    figures[`${name}, KB compressed`] = kilobytes(gzipSync(text));
  }
  figures["landing page's scripts, KB compressed"] = await scriptKilobytes(shop.urls.shop, landing);

  const shownAfter: number[] = [];
  const beforeChanges = spent();
  for (let change = 1; change <= changes; change++) {
    const cents = 7_000 + change;
    const set = "UPDATE packages SET price_cents = $2, original_cents = $2, is_active = true WHERE id = $1";
    await database.query(set, [packageId, cents]);
    const start = performance.now();
    while (!(await ask(landing)).text.includes(formatCents(cents))) await wait(20);
    shownAfter.push(performance.now() - start);
    await wait(changeMs - (performance.now() - start));
  }
  figures["a price changes, ms of a core"] = Math.round((spent() - beforeChanges) / changes);
  figures["until its page shows it, ms"] = Math.round(shownAfter.sort((a, b) => a - b)[changes >> 1] ?? 0);

  const cookie = await adminCookie(database);
  const admin = {
    packages: `/admin/catalog?service=${service}&platform=${platform}`,
    platform: `/admin/catalog/platforms/${platform}`,
    changes: "/admin/catalog/changes",
    versions: "/admin/catalog/versions",
    "who delivers": "/admin/suppliers/mapping",
    margins: "/admin/suppliers/margins",
  };
  for (const [name, path] of Object.entries(admin)) {
    await ask(path, { cookie });
    const start = performance.now();
    const { text } = await ask(path, { cookie });
    figures[`admin, ${name}, ms`] = Math.round(performance.now() - start);
    figures[`admin, ${name}, KB`] = kilobytes(text);
  }
  return figures;
}

/** The pages of everything that is sold, platform by platform. */
async function allPaths(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ platform: string; service: string }>(`
    SELECT platform, platform_services.slug AS service FROM platform_services
    JOIN platforms ON platforms.slug = platform WHERE platforms.status = 'live' AND platform_services.status = 'live'
    ORDER BY platform, service`);
  const paths = rows.flatMap(({ platform, service }) => [
    `/${platform}`,
    `/${platform}/${service}`,
    `/${platform}/details/${service}`,
    `/${platform}/checkout/${service}`,
  ]);
  return [...new Set(["/", ...paths])];
}

/** Resolves when the site map names the pages of all services, so that the pages have them too. */
async function untilMapped(askMap: () => Promise<{ text: string }>, pages: number): Promise<void> {
  const services = Math.floor(pages / 4);
  while ((await askMap()).text.split("<url>").length < services) await wait(100);
}

async function scriptKilobytes(origin: string, path: string): Promise<number> {
  const text = await (await fetch(origin + path)).text();
  // Browsers that have modules leave out the script for those that don't.
  const tags = (text.match(/<script [^>]*>/g) ?? []).filter((tag) => !/nomodule/i.test(tag));
  const addresses = new Set(tags.flatMap((tag) => /src="([^"]+\.js)"/.exec(tag)?.[1] ?? []));
  let bytes = 0;
  for (const address of addresses) {
    const script = await fetch(origin + address);
    bytes += gzipSync(await script.arrayBuffer()).byteLength;
  }
  return Math.round(bytes / 1024);
}

/** The session of the local shop's administrator. */
async function adminCookie(database: pg.Client): Promise<string> {
  const secret = localSecret(benchDataDir);
  const { rows } = await database.query<{ userId: string; version: number }>(`
    SELECT users.id AS "userId", session_version AS version FROM users
    JOIN user_roles ON user_id = users.id WHERE role = 'admin' LIMIT 1`);
  const [admin] = rows;
  if (!admin) throw new Error("the local shop has no administrator");
  const sessionId = newId();
  const insert = `
    INSERT INTO user_sessions (id, user_id, user_agent, second_factor_at) VALUES ($1, $2, 'bench', now())`;
  await database.query(insert, [sessionId, admin.userId]);
  const value = await sealSession(secret, "shop_session", { ...admin, sessionId });
  return signedInCookies("local", value)
    .map((cookie) => `${cookie.name}=${cookie.value}`)
    .join("; ");
}

function kilobytes(content: string | Uint8Array): number {
  return Math.round(Buffer.byteLength(content) / 1024);
}
