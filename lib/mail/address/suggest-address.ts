import { normalizeEmail } from "./email-problem";

// Apart from address.ts, so that pages can load it without zod.

/** Mail providers that many people use. */
const common = `
  gmail.com googlemail.com yahoo.com hotmail.com outlook.com live.com msn.com aol.com icloud.com
  protonmail.com proton.me comcast.net verizon.net sbcglobal.net bellsouth.net
  yahoo.co.uk hotmail.co.uk btinternet.com virginmedia.com yahoo.co.in rediffmail.com
  gmx.de gmx.net web.de t-online.de freenet.de yahoo.de hotmail.de bluewin.ch
  orange.fr wanadoo.fr laposte.net hotmail.fr yahoo.fr libero.it hotmail.it yahoo.it hotmail.es yahoo.es
  yahoo.com.br bol.com.br uol.com.br yahoo.com.mx yahoo.com.au bigpond.com yahoo.co.jp naver.com
  ziggo.nl yandex.ru mail.ru wp.pl interia.pl`
  .trim()
  .split(/\s+/);

/** Real providers whose names differ by a letter from one of those. */
const lookalikes = ["email.com", "ymail.com", "mail.com", "live.cn"];

const known = new Set([...common, ...lookalikes]);

/** Endings that no domain has, and those that were meant. */
const endings: [RegExp, string][] = [
  [/\.(con|cim|ckm|cpm|vom|xom|ocm|cmo|comm|coom|conm|comn|cpom)$/, ".com"],
  [/\.(nte|ner|nett|nert)$/, ".net"],
  [/\.(ogr|orgg|prg)$/, ".org"],
];

/**
 * The address that was probably meant by a mistyped one; null for one that looks right. Only a suggestion: a domain
 * that looks mistyped may exist. Pure.
 */
export function suggestAddress(text: string): string | null {
  const [, name, typed] = /^(.+)@([^@]+)$/.exec(normalizeEmail(text)) ?? [];
  if (name === undefined || typed === undefined || known.has(typed)) return null;
  const [pattern, ending] = endings.find(([wrong]) => wrong.test(typed)) ?? [];
  const domain = pattern && ending ? typed.replace(pattern, ending) : typed;
  const meant = known.has(domain) ? domain : (common.find((one) => isSlip(domain, one)) ?? domain);
  return meant === typed ? null : `${name}@${meant}`;
}

/**
 * True for one slip. A name of less than five letters must be right, because many domains have a similar one; and
 * another country's ending is no slip.
 */
function isSlip(typed: string, meant: string): boolean {
  const [name = ""] = meant.split(".", 1);
  if (!isOneSlip(typed, meant)) return false;
  if (!typed.startsWith(`${name}.`)) return name.length >= 5;
  return !/\.[a-z]{2}$/.test(typed) || meant.endsWith(".com");
}

/** True when a letter is missing, too many, wrong, or swapped with the next one. */
function isOneSlip(typed: string, meant: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === meant[same]) same += 1;
  const [one, other] = [typed.slice(same), meant.slice(same)];
  const isSwapped = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
  return isSwapped || one.slice(1) === other || one === other.slice(1) || one.slice(1) === other.slice(1);
}
