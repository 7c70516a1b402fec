import { existsSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { TestProject } from "vitest/node";
import { createDatabase, openPostgres } from "@/lib/local/postgres";
import { seedWithSuppliers } from "@/lib/local/seed-suppliers";
import { migrate } from "@/prisma/migrate";
import { listen } from "./listen";
import { testSecret } from "./test-env";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run and one migrated, seeded template database; each test file copies it (see
 * database.ts). TEST_POSTGRES_URL names a running server instead; with TEST_TEMPLATE=ready its template is used as it is.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) {
    if (process.env.TEST_TEMPLATE !== "ready") await prepareTemplate(given);
    project.provide("postgresUrl", given);
    return async () => removeWorkers();
  }
  const server = await openPostgres({
    // A folder named after this process, so that a parallel run does not take the server for a leftover.
    dataDir: `.data/test-postgres-${process.pid}`,
    port: await freePort(),
    settings: { fsync: "off", full_page_writes: "off", synchronous_commit: "off" },
  });
  await prepareTemplate(server.url("postgres"));
  project.provide("postgresUrl", server.url("postgres"));
  return async () => {
    await server.stop("immediate");
    rmSync(server.dataDir, { recursive: true, force: true });
    removeWorkers();
  };
}

/** Removes the workers that this run has bundled (see worker.ts). */
function removeWorkers(): void {
  if (!existsSync(".data")) return;
  for (const name of readdirSync(".data"))
    if (name.startsWith(`test-worker-${process.pid}-`))
      rmSync(`.data/${name}`, { recursive: true, force: true });
}

/** Makes the template database on a server, and drops what earlier runs left there. */
export async function prepareTemplate(adminUrl: string): Promise<void> {
  const pg = await import("pg");
  const client = new pg.default.Client({ connectionString: adminUrl });
  await client.connect();
  const old = await client.query("SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'");
  for (const { datname } of old.rows)
    await client.query(`DROP DATABASE ${pg.default.escapeIdentifier(datname)} WITH (FORCE)`);
  await client.end();
  await createShop(adminUrl, "test_base");
}

/** Makes a migrated, seeded database on a server. */
export async function createShop(adminUrl: string, name: string): Promise<void> {
  await createDatabase(adminUrl, name);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
  await seedWithSuppliers(url.href, { secret: testSecret, panelUrl: "http://127.0.0.1:1/api/v2" });
}

/** A port that is free right now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
