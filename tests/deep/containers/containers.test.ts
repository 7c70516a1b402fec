import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Connection } from "@/lib/db/client";
import { newToken } from "@/lib/ids";
import { findQuarantine } from "@/lib/quarantine/start-quarantine";
import { version } from "@/package.json";
import { checkInvariants } from "../../support/invariants";
import { buildImages, docker, minutes, openComposition, untilCompleted } from "./composition";

// The image and the composition, for real: needs a Docker daemon, Compose, and the base images or a registry.
describe("the containers", () => {
  const shop = openComposition({ project: "groundswelltest", port: 5600 });
  const { up, idOf, untilHealthy, ask, createOrder } = shop;
  let connection: Connection;

  beforeAll(async () => {
    await buildImages();
    await shop.fill();
  });
  afterAll(async () => {
    await connection?.close();
    await shop.end();
  });

  it("start from a folder with settings and a certificate", async () => {
    connection = await shop.start();
  });

  it("come from one image of at most 250 MB over its base, without root or packages of development", async () => {
    const sizeOf = async (image: string) =>
      Number(await docker("image", "inspect", "-f", "{{.Size}}", image));
    const added = ((await sizeOf("groundswell")) - (await sizeOf("node:22-bookworm-slim"))) / 1e6;
    console.log(`the image adds ${added.toFixed(0)} MB to its base`);
    expect(added).toBeLessThan(250);
    const label = '{{index .Config.Labels "org.opencontainers.image.version"}}';
    expect(await docker("image", "inspect", "-f", label, "groundswell")).toBe(version);
    const container = await idOf("web-1");
    expect(await docker("exec", container, "id", "-un")).toBe("node");
    expect(await docker("exec", container, "ls", "node_modules")).not.toMatch(
      /^(tsx|vitest|playwright|@biomejs|esbuild|prisma)$/m,
    );
    await expect(docker("exec", container, "touch", "/shop/file")).rejects.toThrow(/[Rr]ead-only/);
  });

  it("are replaced one after the other under load without one failed request", async () => {
    const failures: string[] = [];
    let answered = 0;
    let isOver = false;
    const load = ["/", "/instagram/followers", "/api/health", "order"].map(async (path) => {
      while (!isOver) {
        try {
          const answer = await (path === "order" ? createOrder(newToken()) : ask(path));
          const text = await answer.text();
          answered += 1;
          if (answer.status !== 200) failures.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
        } catch (error) {
          failures.push(`${path}: ${String(error)}`);
        }
        await wait(50);
      }
    });
    for (const service of ["web-1", "web-2", "worker-1", "worker-2"]) {
      await up("up", "-d", "--no-deps", "--force-recreate", service);
      if (service.startsWith("web")) await untilHealthy(service);
    }
    isOver = true;
    await Promise.all(load);
    console.log(`${answered} requests answered during the replacement`);
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });

  it("lose no order and double none when one container after the other is killed", async () => {
    const placed: string[] = [];
    const stop = shop.startBuyers(placed);
    await expect.poll(() => placed.length, { timeout: 2 * minutes }).toBeGreaterThan(2);
    for (const service of ["worker-1", "web-1", "web-2", "proxy", "database", "worker-2"]) {
      const before = placed.length;
      await up("kill", service);
      await wait(1_000);
      await up("start", service);
      // Purchases continue before the next one is killed.
      await expect.poll(() => placed.length, { timeout: 3 * minutes }).toBeGreaterThan(before + 1);
      if (service.startsWith("web")) await untilHealthy(service);
    }
    await stop();
    await untilCompleted(connection, placed);
    console.log(`${placed.length} orders paid and completed while containers were killed`);
    expect(await checkInvariants(connection.db, shop.witnesses)).toEqual([]);
  });

  it("restore a backup into a new volume, and stay in quarantine until an operator ends it", async () => {
    const orders = await connection.db.order.count();
    const [file = ""] =
      (await up("run", "--rm", "ops", "backup", "/backups")).match(/\/backups\/\S+\.backup/) ?? [];
    await connection.close();
    const startedAt = Date.now();
    await up("stop", "-t", "20");
    await up("rm", "-f", "database");
    await docker("volume", "rm", `${shop.project}_database`);
    await up("up", "-d", "database");
    await untilHealthy("database");
    expect(await up("run", "--rm", "--no-deps", "ops", "restore", file)).toContain("Restored");
    await up("up", "-d");
    await untilHealthy("web-1");
    console.log(`restored and healthy after ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
    connection = shop.openDatabase();
    expect(await connection.db.order.count()).toBe(orders);
    expect(await findQuarantine(connection.db)).not.toBeNull();
    await up("run", "--rm", "ops", "recover");
    expect(await findQuarantine(connection.db)).toBeNull();
  });
});
