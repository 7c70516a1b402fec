import { afterAll, beforeAll } from "vitest";
import { getConnection } from "@/lib/base/db/client";
import type { TestDatabase } from "./database";
import { startDatabaseProxy } from "./database-proxy";
import { testEnv } from "./test-env";

/**
 * Makes this process one of the shop's, with `settings`. Between it and the database is a proxy, which a test may cut.
 * Call it after useDatabase(); use what it returns inside tests only.
 */
export function useOwnProcess(
  database: { readonly current: TestDatabase },
  settings: () => Record<string, string> = () => ({}),
) {
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>> | undefined;
  beforeAll(async () => {
    proxy = await startDatabaseProxy(database.current.url);
    Object.assign(process.env, testEnv({ DATABASE_URL: proxy.url, ...settings() }));
  });
  afterAll(async () => {
    await getConnection().close();
    await proxy?.cut();
  });
  return {
    get proxy() {
      if (!proxy) throw new Error("the proxy exists inside tests only");
      return proxy;
    },
  };
}
