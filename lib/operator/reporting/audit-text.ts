import { type AuditChange, type AuditValue, readChanges } from "@/lib/base/audit/read-changes";
import { formatCents } from "@/lib/base/money";
import { capitalized, inWords } from "@/lib/base/text/words";
import { type StaffRole, staffRoleLabels } from "@/lib/people/auth/roles";
import { type SettingField, settingsByName } from "@/lib/shop/settings/declared-settings";
import { reasonText } from "./reason-text";

/** What an administrator did, after "harbor@admin.example …" and before the name of what it was done to. */
const deeds: Record<string, string> = {
  "add_on.added": "added the add-on",
  "add_on.changed": "changed the add-on",
  "add_ons.reordered": "changed the order of the add-ons",
  "admin.created": "created an owner at the command line:",
  "admin.invited": "invited",
  "admin.invitation_withdrawn": "withdrew the invitation of",
  "admin.joined": "accepted the invitation of",
  "alert.resolved": "closed the alert",
  "audit.accepted": "accepted lost entries of the audit log",
  "audit.sealed": "sealed the audit log",
  "block.added": "blocked",
  "block.removed": "took off the block list:",
  "catalogue.published": "published the catalogue:",
  "claim.changed": "changed the claim",
  "evidence.downloaded": "downloaded the evidence for order",
  "fraud_warning.received": "recorded a bank's fraud warning about order",
  "item.attached": "attached a supplier's number to an item of order",
  "item.cancel_requested": "asked the supplier to cancel an item of order",
  "item.canceled": "ended an item of order",
  "item.completed_manually": "marked as delivered an item of order",
  "item.resubmitted": "sent again an item of order",
  "item.started_manually": "started a manual delivery for order",
  "job.retried": "ran again a job that had failed:",
  "legal_text.published": "published a new version of the legal text",
  "mail.resent": "sent again the mail",
  "mail.seen": "confirmed that a test mail arrived",
  "mail.tested": "sent a test mail",
  "matter.snoozed": "put off in Needs me:",
  "matter.unsnoozed": "brought back to Needs me:",
  "order.blocked": "blocked the delivery of order",
  "order.email_changed": "changed the email address of order",
  "order.email_requested": "was asked to change the email address of order",
  "order.flag_cleared": "cleared the flag of order",
  "order.unblocked": "unblocked the delivery of order",
  "orders.exported": "exported orders",
  "package.added": "added the package",
  "package.changed": "changed the package",
  "packages.reordered": "changed the order of the packages",
  "quarantine.released": "ended the quarantine",
  "recovery_code.used": "used a recovery code of",
  "refill.decided": "decided a refill",
  "refill.requested": "asked for a refill of order",
  "refund.dropped": "decided against a refund of order",
  "refund.paid_another_way": "marked as paid another way a refund of order",
  "refund.released": "released a refund of order",
  "refund.requested": "refunded order",
  "refund.retried": "sent again a refund of order",
  "reply.deleted": "deleted the saved reply",
  "reply.saved": "saved the reply",
  "review.hidden": "hid the review of order",
  "review.shown": "showed again the review of order",
  "role.granted": "gave a role to",
  "role.revoked": "removed the admin role of",
  "second_factor.removed": "removed the second factor of",
  "secrets.resealed": "sealed the stored secrets again",
  "service.changed": "changed the service",
  "service.mapped": "mapped a supplier's service to",
  "service.reordered": "changed which supplier is asked first for",
  "service.unmapped": "removed a supplier's service from",
  "settings.changed": "changed the settings",
  "supplier.added": "added the supplier",
  "supplier.changed": "changed the supplier",
  "supplier.paused": "paused the supplier",
  "supplier.resumed": "switched on the supplier",
  "supplier.services_imported": "imported the services of the supplier",
  "supplier.tested": "tested the connection to the supplier",
  "suppliers.balances_asked": "asked all suppliers for their balance",
  "telegram.tested": "sent a test message to Telegram",
  "ticket.answered": "answered the ticket",
  "ticket.status_changed": "changed the status of the ticket",
  "user.anonymized": "anonymised the account",
  "user.signed_out": "signed out everywhere:",
  "verification.resent": "sent the verification link again to",
};

/** Actions whose words say all: they name no subject. */
const whole = new Set([
  "add_ons.reordered",
  "audit.accepted",
  "audit.sealed",
  "mail.seen",
  "mail.tested",
  "orders.exported",
  "packages.reordered",
  "quarantine.released",
  "refill.decided",
  "secrets.resealed",
  "settings.changed",
  "suppliers.balances_asked",
  "telegram.tested",
]);

/** The action as words that follow a name, and whether its subject follows. An action without words keeps its own. Pure. */
export function deedText(action: string): { deed: string; namesSubject: boolean } {
  const deed = deeds[action];
  return {
    deed: deed ?? `did “${inWords(action.replace(".", " "))}” with`,
    namesSubject: !whole.has(action),
  };
}

/** The action as an entry of a list: "Changed the package". Pure. */
export function deedLabel(action: string): string {
  return capitalized(deeds[action]?.replace(/:$/, "") ?? inWords(action.replace(".", " ")));
}

/** Who did it, by the address that the log keeps. Pure. */
export function actorText(actor: string): string {
  if (actor === "shop") return "The shop itself";
  return actor === "ops" ? "The command line" : actor;
}

/** A change in words: "was $24.99, is $23.99". */
export type ChangeText = { label: string; text: string };

type Entry = { action: string; before: unknown; after: unknown };

/** An entry's changes in words, without ids, which say nothing to a reader. Pure. */
export function changeTexts({ action, before, after }: Entry): ChangeText[] {
  return readChanges(before, after)
    .filter((change) => !isIdentifier(change))
    .map((change) => ({ label: labelOf(action, change.field), text: textOf(change) }));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const hash = /^[0-9a-f]{64}$/;

function isIdentifier({ before, after }: AuditChange): boolean {
  return [before, after].every((value) => value === undefined || uuid.test(String(value)));
}

function textOf({ field, before, after }: AuditChange): string {
  const [was, is] = [valueText(field, before), valueText(field, after)];
  if (before === undefined) return is;
  return after === undefined ? `was ${was}` : `was ${was}, is ${is}`;
}

const settingFields = new Map<string, SettingField>(
  settingsByName.flatMap(([name, setting]) => (setting.form ? [[name, setting.field]] : [])),
);

function labelOf(action: string, field: string): string {
  const declared = action === "settings.changed" ? settingFields.get(field) : undefined;
  if (declared) return declared.label;
  const [first = field, ...rest] = field.split(".");
  const place = Number(rest[0]);
  const name = labels[first] ?? spelled(first);
  if (rest.length === 0) return name;
  return Number.isInteger(place) ? `${name}, no. ${place + 1}` : `${name}, ${rest.map(spelled).join(", ")}`;
}

const labels: Record<string, string> = {
  amountCents: "Amount",
  apiKey: "API key",
  apiUrl: "Address of its API",
  blockedReason: "Reason of the block",
  claimEvidence: "Evidence of claims",
  evidenceMode: "Evidence of lost calls",
  excludedCountries: "Not sold to",
  holdReason: "Reason of the hold",
  isActive: "On",
  isHeld: "Waits for a second administrator",
  isPopular: "Marked as popular",
  isShown: "Shown",
  isWell: "Connection works",
  logo: "Logo",
  lowBalance: "Alert below",
  originalCents: "Price before",
  priceCents: "Price",
  pricePer1000Cents: "Price for 1,000",
  ratePer1000: "Supplier's price for 1,000",
  telegramChatId: "Chat on Telegram",
  telegramTokenSealed: "Bot on Telegram",
  withdrawal: "Withdrawal online",
};

/** `refillDays` becomes "Refill days". */
function spelled(name: string): string {
  return capitalized(inWords(name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase()));
}

function valueText(field: string, value: AuditValue): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return numberText(field, value);
  if (hash.test(value)) return "a picture";
  const option = settingFields.get(field)?.options?.find(([name]) => name === value);
  if (option) return option[1];
  if (field === "role" && Object.hasOwn(staffRoleLabels, value)) return staffRoleLabels[value as StaffRole];
  if (field === "reason" || field === "flag" || field === "blockedReason" || field === "holdReason")
    return reasonText(value);
  // A code, but no address, link or sentence.
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? inWords(value) : value;
}

function numberText(field: string, value: number): string {
  if (/Cents(PerDay)?$/.test(field) || /cents/i.test(field)) return formatCents(value);
  return value.toLocaleString("en-US");
}
