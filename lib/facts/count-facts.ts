import type { Database, Db } from "@/lib/db/client";
import { type CountedFact, factDays, facts } from "./facts";

/** Counts every fact over the last 90 days and keeps the figures; the pages that show them are rendered again. */
export async function countFacts(db: Database): Promise<void> {
  const counted: { name: string; n: number; value: number | null }[] = [];
  for (const [name, { sql }] of Object.entries(facts)) {
    const [row] = await db.$queryRaw<{ n: number; value: number | null }[]>(sql);
    counted.push({ name, n: row?.n ?? 0, value: row?.value ?? null });
  }
  await db.$executeRaw`
    INSERT INTO facts (name, n, value, since, until)
    SELECT name, n, value, now() - ${factDays}::int * interval '1 day', now()
    FROM json_to_recordset(${JSON.stringify(counted)}::json) AS counted(name text, n int, value int)
    ORDER BY name
    ON CONFLICT (name) DO UPDATE SET n = EXCLUDED.n, value = EXCLUDED.value, since = EXCLUDED.since,
      until = EXCLUDED.until`;
}

/** The figures as they were counted last. */
export function listFacts(db: Db): Promise<CountedFact[]> {
  return db.fact.findMany({ orderBy: { name: "asc" } });
}
