/**
 * The characters of a slot, and whether capitals mean the same. The set is closed, because an expression that somebody
 * types could be slow, or take more than was meant.
 */
const slotKinds = {
  name: { form: /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/, ignoresCase: true },
  "name with dots": { form: /^[a-z0-9_.]*[a-z0-9_]$/, ignoresCase: true },
  word: { form: /^[a-z0-9_]+$/, ignoresCase: true },
  handle: { form: /^[a-z0-9_.-]*[a-z0-9]$/, ignoresCase: true },
  code: { form: /^[\w-]+$/, ignoresCase: false },
  number: { form: /^\d+$/, ignoresCase: false },
};

/** One variable part of a link. `except`: words of the platform's own that stand in the same place. */
export type Slot = {
  kind: keyof typeof slotKinds;
  min: number;
  max: number;
  except?: readonly string[] | undefined;
};

/**
 * A kind of link at a platform. `templates`: the paths under which people find it, as `/{name}/p/{post}` or
 * `/watch?v={post}`, and at a host of its own as `//youtu.be/{post}`; a slot ends its segment. `*` stands for what is
 * not kept: a whole segment, what comes before a word, or after the hyphen that ends a slot, as in
 * `/posts/*activity-{post}-*`. `canonical`: the address that is stored and sent to suppliers.
 */
export type LinkForm = { templates: readonly string[]; canonical: string };

/** What all links of a platform share. `hosts` are without `www.` and `m.`, which are taken before each. */
export type LinkRules = { hosts: readonly string[]; slots: Readonly<Record<string, Slot>> };

export type SlotValues = Readonly<Record<string, string>>;

/** The names of a template's slots, in their order. Pure. */
export function partsOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** A slot's value in its one spelling; null for what can't stand there. Pure. */
export function readSlot({ kind, min, max, except }: Slot, text: string): string | null {
  const { form, ignoresCase } = slotKinds[kind];
  const value = ignoresCase ? text.toLowerCase() : text;
  const isLong = value.length >= min && value.length <= max;
  return isLong && form.test(value) && !except?.includes(value.toLowerCase()) ? value : null;
}

/** The slots of a link of that form; null for every other text. Takes time in proportion to the text's length. Pure. */
export function readLink(text: string, { hosts, slots }: LinkRules, form: LinkForm): SlotValues | null {
  const address = /^(?:https?:\/\/)?(?:www\.|m\.)?([^/?#]+)(\/[^?#]*)(?:\?([^#]*))?(?:#.*)?$/i.exec(text);
  const [, host = "", path = "", query = ""] = address ?? [];
  for (const template of form.templates) {
    const [, ownHost, wanted = template] = /^\/\/([^/]+)(.*)$/.exec(template) ?? [];
    const isThere = ownHost ? ownHost === host.toLowerCase() : hosts.includes(host.toLowerCase());
    const values = isThere ? readPath({ path, query }, wanted, slots) : null;
    if (values) return values;
  }
  return null;
}

/** The link's canonical address. Pure. */
export function writeLink(form: LinkForm, values: SlotValues): string {
  return form.canonical.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

function readPath(
  { path, query }: { path: string; query: string },
  template: string,
  slots: LinkRules["slots"],
): SlotValues | null {
  const [wantedPath = "", wantedQuery = ""] = template.split("?");
  const wanted = wantedPath.split("/");
  const given = path.replace(/\/$/, "").split("/");
  if (given.length !== wanted.length) return null;
  const pairs: [string, string | null][] = wanted.map((part, index) => [part, given[index] ?? null]);
  if (wantedQuery) {
    const asked = new URLSearchParams(query);
    for (const [key, part] of new URLSearchParams(wantedQuery)) pairs.push([part, asked.get(key)]);
  }
  const values: Record<string, string> = {};
  for (const [part, text] of pairs) {
    const [, before, word = "", name, after] = /^(\*?)([^{*]*)(?:\{(\w+)\}(-\*)?)?$/.exec(part) ?? [];
    const start = before ? (text?.toLowerCase().lastIndexOf(word) ?? -1) : 0;
    const end = start + word.length;
    if (text?.slice(start, end).toLowerCase() !== word) return null;
    const rest = after ? text.slice(end).replace(/-.*$/s, "") : text.slice(end);
    const slot = name === undefined ? undefined : slots[name];
    const value = slot ? readSlot(slot, rest) : rest;
    if (value === null || (!slot && value !== "")) return null;
    if (name !== undefined) values[name] = value;
  }
  return values;
}
