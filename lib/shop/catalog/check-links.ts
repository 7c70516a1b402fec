import { isAccount } from "./catalog";
import type { PlatformEntry } from "./document";
import { type LinkForm, type LinkRules, partsOf, readLink, writeLink } from "./link-form";

type LinkFormEntry = PlatformEntry["linkForms"][number];

/** A platform's rules as links are read by them. Pure. */
export function rulesOf({ hosts, slots }: Pick<PlatformEntry, "hosts" | "slots">): LinkRules {
  return { hosts, slots };
}

// What link-form.ts reads from left to right, once: words in small letters, and a variable part that ends its segment.
// Each may have a star for what is not kept.
const templateForm =
  /^(?:\/\/(?:[a-z0-9-]+\.)+[a-z0-9-]+)?(?:\/\*?[a-z0-9._@~:-]*(?:\{[a-z]+\}(?:-\*)?)?){1,8}(?:\?[a-z0-9_-]+=[a-z0-9._-]*(?:\{[a-z]+\})?(?:&[a-z0-9_-]+=[a-z0-9._-]*(?:\{[a-z]+\})?){0,3})?$/;
const canonicalForm =
  /^https:\/\/((?:[a-z0-9-]+\.)+[a-z0-9-]+)(\/[^\s{}?#*]*(?:\{[a-z]+\}[^\s{}?#*]*)*(?:\?[^\s#*]*)?)$/;

/** The part of a link that the shop keeps, by what the link leads to; purchases read it under this name. */
export const keptPart: Record<LinkFormEntry["target"], string> = {
  profile: "name",
  channel: "name",
  post: "post",
  video: "post",
  list: "list",
};

/**
 * Why the links of one kind would not work, each with what to do; empty when all is well. Every example is tried, with
 * this form and with the platform's others. Pure.
 */
export function linkProblems(platform: PlatformEntry, form: LinkFormEntry): LinkProblem[] {
  const shape = shapeProblems(platform, form);
  return shape.length > 0 ? shape : exampleProblems(platform, form);
}

export type LinkProblem = { field: "templates" | "canonical" | "taken" | "refused"; message: string };

function shapeProblems({ hosts, slots }: PlatformEntry, { target, templates, canonical }: LinkFormEntry) {
  const problems: LinkProblem[] = [];
  const say = (field: LinkProblem["field"], message: string) => problems.push({ field, message });
  const address = canonicalForm.exec(canonical);
  const host = address?.[1]?.replace(/^(?:www|m)\./, "") ?? "";
  if (!address) {
    say("canonical", `“${canonical}” is no address. Write it as https://www.example.com/{name}.`);
  } else if (!hosts.includes(host) && !hosts.includes(address[1] ?? "")) {
    say(
      "canonical",
      `“${canonical}” leads to ${host}. Use one of the platform's websites: ${hosts.join(", ")}.`,
    );
  }
  const needed = keptPart[target];
  const other = isAccount(target) && partsOf(canonical).find((name) => name !== needed);
  if (other) {
    say(
      "canonical",
      `The stored address of a ${target} uses {${other}}, and only its {${needed}} is kept. Leave {${other}} out.`,
    );
  }
  for (const template of templates) {
    const parts = partsOf(template);
    if (!templateForm.test(template)) {
      say(
        "templates",
        `“${template}” can't be read. Write small letters after each slash, with a part such as {name} last.`,
      );
      continue;
    }
    for (const part of parts.filter((name) => !Object.hasOwn(slots, name))) {
      say(
        "templates",
        `“${template}” uses {${part}}, which is no part of this platform's links. Add it, or correct the name.`,
      );
    }
    if (new Set(parts).size < parts.length)
      say("templates", `“${template}” uses one part twice. Give each its own name.`);
    if (!parts.includes(needed))
      say("templates", `“${template}” lacks {${needed}}, which names the ${target}. Add it.`);
    for (const part of partsOf(canonical).filter((name) => !parts.includes(name))) {
      say(
        "canonical",
        `The stored address uses {${part}}, which “${template}” lacks. Use only parts that each template has.`,
      );
    }
  }
  return problems;
}

function exampleProblems(platform: PlatformEntry, form: LinkFormEntry): LinkProblem[] {
  const rules = rulesOf(platform);
  const canonicalOf = (text: string, by: LinkForm) => {
    const values = readLink(text, rules, by);
    return values && writeLink(by, values);
  };
  const others = platform.linkForms.filter(({ target }) => target !== form.target);
  return [
    ...form.taken.flatMap((text): LinkProblem[] => {
      const stored = canonicalOf(text, form);
      if (stored === null) {
        return [
          {
            field: "taken",
            message: `“${text}” should be taken, but no template reads it. Correct the link or add a template.`,
          },
        ];
      }
      if (canonicalOf(stored, form) !== stored) {
        return [
          {
            field: "canonical",
            message: `“${text}” would be stored as “${stored}”, which is not taken itself. Correct the stored address.`,
          },
        ];
      }
      return others
        .filter((other) => readLink(text, rules, other) !== null)
        .map(({ target }) => ({
          field: "taken",
          message: `“${text}” is also read as the link of a ${target}. Make the templates differ.`,
        }));
    }),
    ...form.refused
      .filter((text) => readLink(text, rules, form) !== null)
      .map(
        (text): LinkProblem => ({
          field: "refused",
          message: `“${text}” should be refused, but a template reads it. Correct the link, or narrow the template or its parts.`,
        }),
      ),
  ];
}
