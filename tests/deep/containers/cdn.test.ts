import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "@/lib/base/rate-limit/limits";
import { liveSettings } from "../../support/live-settings";
import { buildImages, docker, minutes, openComposition } from "./composition";

// A live composition behind a CDN, with visitors whose addresses differ: cdn.yml has the networks, cdn.Caddyfile the CDN.
const here = "tests/deep/containers";
const origin = liveSettings.SHOP_ORIGIN;
const name = new URL(origin).hostname;
const perVisitor = limits.passkeyChallenge.points;

/** Where a visitor sends a request to: the end of the address in the visitor's own network, and the port. */
const edges = {
  cdn: { end: "2", port: 443 },
  balancer: { end: "2", port: 8443 },
  proxy: { end: "3", port: 443 },
};

type Visit = {
  to: keyof typeof edges;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  times?: number;
};
type Answer = { status: number; headers: IncomingHttpHeaders };

describe("the containers behind a CDN", () => {
  const shop = openComposition({ project: "groundswellcdntest", port: 5800 });

  beforeAll(async () => {
    await buildImages();
    await shop.fill({
      ...liveSettings,
      COMPOSE_FILE: "docker-compose.yml:cdn.yml",
      SHOP_SECRET: randomBytes(32).toString("hex"),
      BACKUP_KEY: randomBytes(32).toString("hex"),
      PROXY_IMAGE: "groundswell-drill-proxy",
      PROXY_OPTIONS: "",
      // The lines of docs/going-live.md.
      PROXY_TLS: "tls internal",
      PROXY_REDIRECTS: `www.${name}`,
      PROXY_TRUSTS: "198.51.100.0/24 2001:db8:1::/64",
      TRUSTED_PROXIES: "private,198.51.100.0/24,2001:db8:1::/64",
    });
    for (const file of ["cdn.yml", "cdn.Caddyfile"]) shop.add(`${here}/${file}`, file);
  });
  afterAll(() => shop.end());

  /** The last answer to a visitor with this address. */
  const visit = async (address: string, { to, headers, times = 1, ...request }: Visit): Promise<Answer> => {
    const { end, port } = edges[to];
    const host = address.replace(/\w+$/, end);
    const options = { host, port, ...request, servername: name, headers: { host: name, ...headers }, times };
    const network = address.startsWith("2001:db8:3:") ? "elsewhere" : "visitors";
    const flag = address.includes(":") ? "--ip6" : "--ip";
    const place = ["--network", `${shop.project}_${network}`, flag, address];
    const script = ["-v", `${resolve(here)}/visitor.mjs:/visitor.mjs:ro`];
    const command = ["groundswell", "node", "/visitor.mjs", JSON.stringify(options)];
    const answers = JSON.parse(await docker("run", "--rm", ...place, ...script, ...command)) as Answer[];
    const last = answers.at(-1);
    if (!last) throw new Error("no answer");
    return last;
  };
  /** The status of the last of some questions for a passkey's challenge, each of which counts. */
  const signIn = async (address: string, { to, headers, times }: Visit) => {
    const request = { method: "POST", path: "/api/passkeys/challenge" };
    return (await visit(address, { to, times, headers: { origin, ...headers }, ...request })).status;
  };
  const forged = (address: string) => ({
    "x-forwarded-for": address,
    "x-real-ip": address,
    forwarded: `for=${address}`,
  });

  it("start in live mode, and answer through the CDN", async () => {
    await shop.up("up", "-d");
    await shop.untilHealthy("web-1");
    await shop.untilHealthy("web-2");
    const statusOf = async () => (await visit("203.0.113.9", { to: "cdn", path: "/api/health" })).status;
    await expect.poll(() => statusOf().catch(String), { timeout: minutes }).toBe(200);
  });

  it("limit each visitor on their own, whether the CDN speaks https or http to the proxy", async () => {
    expect(await signIn("203.0.113.10", { to: "cdn", times: perVisitor })).toBe(200);
    expect(await signIn("203.0.113.10", { to: "cdn" })).toBe(429);
    expect(await signIn("203.0.113.10", { to: "balancer" })).toBe(429);
    expect(await signIn("203.0.113.11", { to: "cdn" })).toBe(200);
    expect(await signIn("203.0.113.11", { to: "balancer" })).toBe(200);
  });

  it.each(["203.0.113.99", "198.51.100.9", "10.0.0.1", "127.0.0.1", "unknown", "203.0.113.99, 198.51.100.9"])(
    "count a visitor who forges %s by the address that the connection comes from",
    async (address) => {
      for (const to of ["cdn", "balancer", "proxy"] as const)
        expect.soft(await signIn("203.0.113.10", { to, headers: forged(address) }), to).toBe(429);
    },
  );

  it("let no visitor use up the attempts of another, through the CDN or round it", async () => {
    const headers = forged("203.0.113.21");
    expect(await signIn("203.0.113.20", { to: "cdn", headers, times: perVisitor + 1 })).toBe(429);
    expect(await signIn("203.0.113.22", { to: "proxy", headers, times: perVisitor + 1 })).toBe(429);
    expect(await signIn("203.0.113.21", { to: "cdn" })).toBe(200);
  });

  it("limit IPv6 visitors by their network", async () => {
    expect(await signIn("2001:db8:2::10", { to: "cdn", times: perVisitor + 1 })).toBe(429);
    expect(await signIn("2001:db8:2::11", { to: "cdn" })).toBe(429);
    for (const to of ["cdn", "balancer", "proxy"] as const) {
      expect.soft(await signIn("2001:db8:2::11", { to, headers: forged("2001:db8:3::12") }), to).toBe(429);
      expect.soft(await signIn("2001:db8:3::10", { to }), to).toBe(200);
    }
  });

  it.each(["cdn", "balancer"] as const)(
    "keep cookies to https through the %s, and redirects too",
    async (to) => {
      const headers = { origin };
      const challenge = await visit("203.0.113.30", {
        to,
        method: "POST",
        path: "/api/passkeys/challenge",
        headers,
      });
      expect(challenge.headers["set-cookie"]).toEqual([
        expect.stringMatching(/^__Host-shop_passkey=.*; Secure/),
      ]);
      const signedOut = await visit("203.0.113.30", { to, method: "POST", path: "/auth/sign-out", headers });
      expect(signedOut).toMatchObject({ status: 303, headers: { location: "/" } });
      const cookies = signedOut.headers["set-cookie"] ?? [];
      expect(cookies.filter((cookie) => !/^__Host-.*; Secure/.test(cookie))).toEqual([]);
      const renamed = await visit("203.0.113.30", { to, path: "/instagram/" });
      expect(renamed.status).toBe(308);
      expect(new URL(renamed.headers.location ?? "", origin).href).toBe(`${origin}/instagram`);
    },
  );

  it.each([`www.${name}`, "elsewhere.example"])(
    "redirect from %s to the shop's own address",
    async (host) => {
      const answer = await visit("203.0.113.30", { to: "cdn", path: "/instagram?from=1", headers: { host } });
      expect(answer).toMatchObject({ status: 308, headers: { location: `${origin}/instagram?from=1` } });
    },
  );
});
