import { plural } from "@/lib/plural";
import { checkDatabase } from "@/lib/quarantine/check-database";
import { startQuarantine } from "@/lib/quarantine/start-quarantine";
import { checkStripe } from "@/lib/recovery/read-stripe";
import { previewRecovery, type Recovery, recover } from "@/lib/recovery/recover";
import { type Command, changeCommand, type OpsDeps, opsActor, readCommand, UsageError } from "./command";
import { resealSecrets } from "./reseal-secrets";

/** Commands for a database that went back in time: restored from a copy, or a standby that lost the last seconds. */
export const recoveryCommands: Command[] = [
  readCommand(
    "recover [look]",
    "compare with Stripe and the suppliers, adopt what is certain, end the quarantine; `look` only reads",
    async (deps, args) => {
      const mode = args[0];
      if (mode !== undefined && mode !== "look")
        throw new UsageError(`recover takes \`look\` or nothing, not ${mode}.`);
      await verify(deps);
      const all = { ...deps, stripe: deps.stripe() };
      const by = { actor: opsActor, reason: "npm run ops -- recover" };
      const recovery = mode === "look" ? await previewRecovery(all) : await recover(all, by);
      return recovery ? report(recovery) : "There is no quarantine: the database has lost nothing.";
    },
  ),
  changeCommand(
    "reseal",
    "seal keys and second factors under the first key of SHOP_SECRET, before older ones are removed",
    async ({ db, provider }, _args, audit) => {
      const { resealed, unreadable } = await resealSecrets(db, provider.secret, audit);
      const lost = unreadable > 0 ? ` No key of SHOP_SECRET opens ${unreadable}: enter those again.` : "";
      return `${resealed} sealed again.${lost}`;
    },
  ),
  changeCommand(
    "quarantine [since]",
    "send, refund and mail nothing until `recover`; since: until when the database is complete, ISO 8601",
    async ({ db }, args, { reason }) => {
      const since = args[0] === undefined ? null : new Date(args[0]);
      if (since && Number.isNaN(since.getTime())) throw new UsageError(`${args[0]} is not a date and time.`);
      await startQuarantine(db, { reason, agreedUntil: since, isNewLoss: true });
      return "Nothing is sent, refunded or mailed. `npm run ops -- recover` ends it.";
    },
  ),
];

/** Checks whether the database went back in time, because this command may be the first process on a restored one. */
async function verify(deps: OpsDeps): Promise<void> {
  await checkDatabase(deps.db, deps.markFile);
  await checkStripe({ db: deps.db, stripe: deps.stripe() });
}

function report(found: Recovery): string {
  const isLook = found.held === null;
  const lines = [
    `Compared with Stripe and the suppliers since ${found.since.toISOString()}.`,
    `${isLook ? "To be adopted" : "Adopted"}: ${plural(found.orders, "order")} rebuilt from Stripe's sessions, ${plural(found.payments, "payment")} of known orders, ${plural(found.refunds, "refunded payment")}, ${plural(found.disputes, "dispute")}, ${plural(found.items.length, "item")} bought at suppliers.`,
    ...found.items.map(({ itemId, number }) => `  item ${itemId}: the supplier's order ${number}`),
  ];
  if (found.unclearSuppliers.length > 0) {
    lines.push(`It is not known what was bought at: ${found.unclearSuppliers.join(", ")}.`);
  }
  if (found.uncertain.length > 0) {
    const fate = isLook ? "would wait in review" : "wait in review";
    lines.push(
      `${plural(found.uncertain.length, "item")} may have been bought and ${fate}. Look each one up at its supplier, then attach its number, send it again, or cancel it:`,
      ...found.uncertain.map((id) => `  item ${id}`),
    );
  }
  if (found.held?.refills)
    lines.push(`${plural(found.held.refills, "refill")} may have been requested: see refills.`);
  if (found.held?.mails) {
    const are = found.held.mails === 1 ? "is" : "are";
    lines.push(`${plural(found.held.mails, "mail")} may have been sent before and ${are} listed as failed.`);
  }
  lines.push(isLook ? "Nothing was changed. The quarantine goes on." : "The quarantine is over.");
  return lines.join("\n");
}
