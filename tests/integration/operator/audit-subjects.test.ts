import { expect, it } from "vitest";
import { nameAuditSubjects } from "@/lib/operator/reporting/audit-subjects";
import { addBlock, removeBlock } from "@/lib/people/abuse/blocks";
import { useDatabase } from "../../support/database";
import { auditOf, byOps } from "../../support/factories";

const { db } = useDatabase();

it("an entry about a block names what was blocked, also after it was taken off the list", async () => {
  const id = await addBlock(db(), { block: { kind: "email", value: "loud@example.com" }, ...byOps });
  await removeBlock(db(), { id, ...byOps });
  const subjects = await nameAuditSubjects(db(), await auditOf(db(), id));
  expect(subjects.get(`block:${id}`)).toEqual({ name: "loud@example.com", href: "/admin/blocks" });
});
