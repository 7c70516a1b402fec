import { describe, expect, it } from "vitest";
import { connect } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { listenTo } from "@/lib/base/db/listen";
import { streamRows } from "@/lib/base/db/stream-rows";
import { useDatabase } from "../../support/database";

const { database } = useDatabase();

// As Prisma, Neon and Supabase print them; the query parameters of each mean something to one tool only.
const parameters = [
  "schema=public",
  "channel_binding=prefer&sslmode=disable",
  "pgbouncer=true&connection_limit=5&pool_timeout=20&connect_timeout=15",
  "application_name=shop&options=-c%20search_path%3Dpublic",
];

describe.each(parameters)("an address with ?%s", (added) => {
  const address = () => `${database.current.url}?${added}`;

  it("works for queries, live pages and exports", async () => {
    const connection = connect(address(), 1);
    expect(await connection.db.order.count()).toBe(0);
    const heard: string[] = [];
    const listening = await listenTo(address(), "vendor_test", (payload) => heard.push(payload));
    await connection.pool.query("SELECT pg_notify('vendor_test', 'live')");
    await expect.poll(() => heard).toEqual(["live"]);
    const rows = [];
    for await (const batch of streamRows(address(), Prisma.sql`SELECT ${1}::int AS one`)) rows.push(...batch);
    expect(rows).toEqual([{ one: 1 }]);
    await listening.close();
    await connection.close();
  });
});
