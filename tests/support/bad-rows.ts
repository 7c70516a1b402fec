import fc from "fast-check";
import type { Database } from "@/lib/base/db/client";

type Poison = {
  table: string;
  event: "INSERT" | "UPDATE" | "DELETE";
  /** A condition on the row: `NEW.id = '…'`, or `OLD.` for DELETE. */
  when: string;
};

let counter = 0;

/**
 * Makes statements on one row fail, as if a check, a trigger or a type refused a value. `heal` removes the fault, and
 * ends the pauses of the rows that were set aside.
 */
export async function poison(db: Database, { table, event, when }: Poison) {
  const name = `poison_${++counter}`;
  await db.$executeRawUnsafe(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'a bad row' USING ERRCODE = '22023'; END $$`);
  await db.$executeRawUnsafe(`CREATE TRIGGER ${name} BEFORE ${event} ON ${table}
    FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${name}()`);
  return {
    heal: async () => {
      await db.$executeRawUnsafe(`DROP FUNCTION ${name} CASCADE`);
      await endPauses(db);
    },
  };
}

/** Ends the pauses of the rows that were set aside. */
export async function endPauses(db: Database): Promise<void> {
  await db.$executeRaw`UPDATE set_aside_entries SET retry_at = now() - interval '1 second'`;
}

/** Texts of a broken or hostile sender: any UTF-16 units, halves of emoji, NUL, whole emoji, words. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((half) => String.fromCharCode(half)),
      fc.constantFrom("\0", "💩", "👩‍👩‍👧", "Completed", "In progress", " ", "'", '"', "\\", "\u202e"),
    ),
    { maxLength: 80 },
  )
  .map((parts) => parts.join(""));
