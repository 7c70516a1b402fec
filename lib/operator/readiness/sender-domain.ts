import { resolveTxt } from "node:dns/promises";
import { second } from "@/lib/base/time/time";
import { withinLimit } from "@/lib/base/time/time-limit";

/** A name's TXT records, each in its parts; null when they could not be looked up. */
export type TxtLookup = (name: string) => Promise<string[][] | null>;

/** Looks TXT records up with the system's name servers, within five seconds. */
const lookUpTxt: TxtLookup = (name) =>
  withinLimit(
    resolveTxt(name).catch((error: NodeJS.ErrnoException) =>
      error.code === "ENOTFOUND" || error.code === "ENODATA" ? [] : null,
    ),
    5 * second,
    () => null,
  );

/** The result for one of the sender's records. `unread`: it could not be looked up. */
type SenderRecord = { state: "right" | "wrong" | "unread"; message: string };

const right = (message: string): SenderRecord => ({ state: "right", message });
const wrong = (message: string): SenderRecord => ({ state: "wrong", message });

/** A record's parts are one text, without a space between them (RFC 7208, 3.3). */
const textsOf = (records: string[][]) => records.map((parts) => parts.join(""));

// More look-ups than these make an SPF record fail for every sender (RFC 7208, 4.6.4).
const mostLookups = 10;

/**
 * Reads a domain's SPF record. The servers behind its `include` and `redirect` are not looked up, so a right record may
 * still lack the shop's mail server. Pure.
 */
export function readSpf(domain: string, records: string[][]): SenderRecord {
  const found = textsOf(records).filter((text) => /^v=spf1( |$)/i.test(text));
  if (found.length === 0) {
    return wrong(
      `${domain} has no SPF record, so mailboxes can't tell that your mail server may send for it. Your mail provider says which one to add.`,
    );
  }
  if (found.length > 1) {
    return wrong(
      `${domain} has ${found.length} SPF records, and mailboxes then trust none of them. Join them into one.`,
    );
  }
  const terms = (found[0] ?? "").toLowerCase().split(/ +/).slice(1).filter(Boolean);
  const allows = terms.filter((term) => !/^[-~?]|^\+?all$|^exp=/.test(term));
  if (terms.some((term) => /^\+?all$/.test(term))) {
    return wrong(`The SPF record of ${domain} lets everyone send for it (+all). End it with ~all or -all.`);
  }
  if (allows.length === 0) {
    return wrong(`The SPF record of ${domain} lets no one send for it. Add your mail server to it.`);
  }
  const lookups = allows.filter((term) => /^\+?(include:|a\b|mx\b|ptr\b|exists:)|^redirect=/.test(term));
  if (lookups.length > mostLookups) {
    return wrong(
      `The SPF record of ${domain} needs more than ${mostLookups} look-ups, so mailboxes ignore it. Shorten it.`,
    );
  }
  return right(`SPF of ${domain} names ${allows.join(", ")}: your mail server must be among them.`);
}

/** Judges a DKIM key's record; `name` is `<selector>._domainkey.<domain>`. Pure. */
export function readDkim(name: string, records: string[][]): SenderRecord {
  const keys = textsOf(records).flatMap((text) => tagsOf(text).get("p") ?? []);
  if (keys.length === 0) {
    return wrong(
      `There is no DKIM key at ${name}, so signatures can't be checked. Add the record that your mail provider shows.`,
    );
  }
  if (keys.every((key) => key === "")) {
    return wrong(`The DKIM key at ${name} was revoked (p= is empty). Add the present one.`);
  }
  return right(`DKIM has a key at ${name}.`);
}

const isDmarc = (text: string) => /^v=DMARC1 *(;|$)/.test(text);

/** Judges a DMARC record; `domain` is the one that it was found at, or the sender's. Pure. */
export function readDmarc(domain: string, records: string[][]): SenderRecord {
  const found = textsOf(records).filter(isDmarc);
  if (found.length === 0) {
    return wrong(
      `${domain} has no DMARC record, without which large mailboxes refuse much. Add a TXT record _dmarc.${domain} with v=DMARC1; p=none.`,
    );
  }
  if (found.length > 1) {
    return wrong(
      `${domain} has ${found.length} DMARC records, and mailboxes then use none of them. Keep one.`,
    );
  }
  const policy = tagsOf(found[0] ?? "")
    .get("p")
    ?.toLowerCase();
  if (policy === "reject" || policy === "quarantine") return right(`DMARC of ${domain} is ${policy}.`);
  if (policy === "none") {
    return right(
      `DMARC of ${domain} is none: it only watches, and mail that others forge in your name still arrives.`,
    );
  }
  return wrong(`The DMARC record of ${domain} has no policy that mailboxes know. Begin with p=none.`);
}

/** The tags of a DKIM or DMARC record: `name=value`, separated by semicolons. */
function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(";").flatMap((part) => {
    const [, name, value] = /^\s*([a-z]+)\s*=\s*(.*?)\s*$/i.exec(part) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), (value ?? "").replaceAll(/\s/g, "")] as const];
  });
  return new Map(pairs);
}

/** The domain and those above it down to two labels, at which its DMARC record may be. */
function withParents(domain: string): string[] {
  const labels = domain.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
}

/**
 * Checks the records of the domain that mails come from. At Resend, DKIM has a known selector and makes DMARC pass
 * alone, so SPF is not needed; a mail server's selector is not known, so only its SPF is read.
 */
export async function checkSenderRecords(
  domain: string,
  { isResend, lookUp = lookUpTxt }: { isResend: boolean; lookUp?: TxtLookup },
): Promise<SenderRecord[]> {
  const key = `resend._domainkey.${domain}`;
  const [own, ...dmarc] = await Promise.all([
    lookUp(isResend ? key : domain),
    ...withParents(domain).map(async (at) => ({ at, records: await lookUp(`_dmarc.${at}`) })),
  ]);
  // The nearest record counts, and one that could not be looked up may be it.
  const nearest = dmarc.find(({ records }) => records === null || textsOf(records).some(isDmarc));
  return [
    own === null ? unread(isResend ? key : domain) : isResend ? readDkim(key, own) : readSpf(domain, own),
    nearest?.records === null
      ? unread(`_dmarc.${nearest.at}`)
      : readDmarc(nearest?.at ?? domain, nearest?.records ?? []),
  ];
}

const unread = (name: string): SenderRecord => ({
  state: "unread",
  message: `${name} could not be looked up. Try again.`,
});
