import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { previousRelease } from "@/package.json";
import { problemsOf } from "./migration-rules";

const names = readdirSync("prisma/migrations").filter((name) => /^\d{14}_/.test(name));
const sqlOf = (name: string) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8");

describe("a migration after the previous release", () => {
  it("has nothing that would break the previous release, or states a reason", () => {
    expect(names).toContain(previousRelease.lastMigration);
    const problems = names
      .filter((name) => name > previousRelease.lastMigration)
      .flatMap((name) =>
        problemsOf(sqlOf(name)).map((problem) => `${name}: ${problem} (docs/internal/migrations.md)`),
      );
    expect(problems).toEqual([]);
  });

  it.each([
    "DROP TABLE orders",
    'ALTER TABLE "orders" DROP COLUMN "email"',
    "ALTER TABLE orders ADD COLUMN a text, DROP COLUMN b",
    "DROP INDEX orders_newest",
    "DROP INDEX CONCURRENTLY IF EXISTS orders_newest",
    "ALTER TABLE orders RENAME COLUMN a TO b",
    "ALTER TYPE proof_mode RENAME VALUE 'a' TO 'b'",
    "ALTER TABLE orders ALTER COLUMN price_cents SET DATA TYPE bigint",
    "ALTER TABLE orders ALTER price_cents TYPE bigint",
    "ALTER TABLE orders ALTER COLUMN network SET NOT NULL",
    "ALTER TABLE orders ALTER COLUMN network DROP DEFAULT",
    "ALTER TABLE orders ADD COLUMN network text NOT NULL",
    "ALTER TABLE orders ADD network text NOT NULL, ADD b int DEFAULT 1",
    "ALTER TYPE refund_status ADD VALUE 'held'",
    "ALTER TABLE orders ADD CONSTRAINT positive CHECK (price_cents > 0)",
    "ALTER TABLE orders ADD CONSTRAINT of_user FOREIGN KEY (user_id) REFERENCES users (id)",
    "ALTER TABLE orders\n  ADD UNIQUE (token)",
    "CREATE INDEX orders_of_email ON orders (email)",
    "CREATE UNIQUE INDEX CONCURRENTLY orders_of_email ON orders (email)",
    "UPDATE orders SET network = ''",
    "-- moves them\nDELETE FROM orders WHERE true",
    "LOCK TABLE orders",
  ])("is refused with: %s", (sql) => {
    expect(problemsOf(`CREATE TABLE notes (id int);\n${sql};`)).toHaveLength(1);
  });

  it.each([
    "CREATE TABLE notes (id int PRIMARY KEY, body text NOT NULL CHECK (body <> 'DROP TABLE')); CREATE INDEX n ON notes (body)",
    "CREATE TABLE notes (id int); ALTER TABLE notes ADD CONSTRAINT of_order CHECK (id > 0); INSERT INTO notes VALUES (1)",
    "ALTER TABLE orders ADD COLUMN network text",
    "ALTER TABLE orders ADD COLUMN tries int NOT NULL DEFAULT 0",
    "ALTER TABLE orders ADD COLUMN key text GENERATED ALWAYS AS (lower(email)) STORED NOT NULL",
    "ALTER TABLE orders ADD CONSTRAINT positive CHECK (price_cents > 0) NOT VALID",
    "ALTER TABLE orders ALTER COLUMN network DROP NOT NULL",
    "DROP INDEX CONCURRENTLY IF EXISTS of_email; CREATE INDEX CONCURRENTLY of_email ON orders (email)",
    "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM orders; DROP TABLE notes; $$",
    "-- previous release: it never reads this column, which was never filled.\nALTER TABLE orders DROP COLUMN network",
  ])("passes with: %s", (sql) => {
    expect(problemsOf(sql)).toEqual([]);
  });
});
