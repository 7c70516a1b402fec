import { expect, it } from "vitest";
import { readChanges } from "@/lib/base/audit/read-changes";

it.each<[string, unknown, unknown, ReturnType<typeof readChanges>]>([
  [
    "nothing was there before",
    null,
    { role: "admin" },
    [{ field: "role", before: undefined, after: "admin" }],
  ],
  ["nothing is left", { role: "admin" }, null, [{ field: "role", before: "admin", after: undefined }]],
  ["fields that stayed are left out", { a: 1, b: 2 }, { a: 1, b: 3 }, [{ field: "b", before: 2, after: 3 }]],
  [
    "nested fields are named by their path",
    { claims: { x: true } },
    { claims: { x: false } },
    [{ field: "claims.x", before: true, after: false }],
  ],
  ["a value was empty", { name: null }, { name: "Mara" }, [{ field: "name", before: null, after: "Mara" }]],
  ["there is nothing to say", null, undefined, []],
])("what an entry changed is told when %s", (_, before, after, changes) => {
  expect(readChanges(before, after)).toEqual(changes);
});
