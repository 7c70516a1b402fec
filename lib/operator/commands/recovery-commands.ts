import { checkDatabase } from "@/lib/base/quarantine/check-database";
import { startQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { plural } from "@/lib/base/text/plural";
import { checkStripe } from "@/lib/running/recovery/read-stripe";
import { previewRecovery, type Recovery, recover } from "@/lib/running/recovery/recover";
import { type Command, changeCommand, type OpsDeps, opsActor, readCommand, UsageError } from "./command";
import { resealSecrets } from "./reseal-secrets";

/** Commands for a database that went back in time: restored from a copy, or a standby that lost the last seconds. */
export const recoveryCommands: Command[] = [
  readCommand(
    "recover [look|complete]",
    "take over what Stripe has, hold what may have been sent, end the quarantine; `look` only reads; `complete`: you vouch that nothing is lost, so nothing is held",
    async (deps, args) => {
      const mode = args[0];
      if (mode !== undefined && mode !== "look" && mode !== "complete")
        throw new UsageError(`recover takes \`look\`, \`complete\` or nothing, not ${mode}.`);
      await verify(deps);
      const all = { ...deps, stripe: deps.stripe() };
      const by = { actor: opsActor, reason: `npm run ops -- ${["recover", ...args].join(" ")}` };
      const isComplete = mode === "complete";
      const recovery = mode === "look" ? await previewRecovery(all) : await recover(all, by, { isComplete });
      return recovery
        ? report(recovery)
        : "There is no quarantine: nothing shows that the database has lost anything.";
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

function report({ gap, stripe, suppliers, uncertain, held }: Recovery): string {
  const lines = [
    `Compared with Stripe since ${gap.since.toISOString()}.`,
    `${held ? "Taken over" : "To be taken over"}: ${plural(stripe.unknown.length, "order")} rebuilt from Stripe's sessions, ${plural(stripe.unpaid.length, "payment")} of known orders, ${plural(stripe.refunds.length, "refund")}, ${plural(stripe.disputes.length, "dispute")}.`,
  ];
  if (uncertain.length > 0) {
    lines.push(
      `${plural(uncertain.length, "item")} may have been bought and ${held ? "wait" : "would wait"} in review. Look for each link at every supplier, also at one that is not listed here, and again when calls in flight have ended, three minutes after the failure. Then attach its number, send it again, or cancel it:`,
      ...uncertain.map(({ id, quantity, link }) => `  item ${id}: ${quantity} for ${link}`),
      "The suppliers now:",
      ...suppliers.map((text) => `  ${text}`),
    );
  }
  if (held?.refills) lines.push(`${plural(held.refills, "refill")} may have been requested: see refills.`);
  if (held?.mails) {
    const are = held.mails === 1 ? "is" : "are";
    lines.push(`${plural(held.mails, "mail")} may have been sent before and ${are} listed as failed.`);
  }
  lines.push(held ? "The quarantine is over." : "Nothing was changed. The quarantine goes on.");
  return lines.join("\n");
}
