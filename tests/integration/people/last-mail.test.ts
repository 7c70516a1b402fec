import { expect, it } from "vitest";
import { erasedEmail } from "@/lib/mail/address/address";
import { deleteAccount } from "@/lib/people/privacy/delete-account";
import { useDatabase } from "../../support/database";
import { customerFactory } from "../../support/factories";
import { useMail } from "../../support/mail";

const { database, db } = useDatabase();
const mail = useMail(database);

it("the mail that confirms a deletion reaches its owner, and the log then forgets the address", async () => {
  const user = await customerFactory(db());
  await deleteAccount(db(), user.id);
  const where = { key: `account-deleted:${user.id}` };
  const { id, recipient } = await db().emailLog.findUniqueOrThrow({ where });
  expect(recipient).toBe(user.email);
  await mail.send(id);
  expect((await mail.inbox()).map(({ to }) => [to].flat())).toEqual([[user.email]]);
  expect(await db().emailLog.findUniqueOrThrow({ where })).toMatchObject({
    state: "sent",
    recipient: erasedEmail,
  });
});
