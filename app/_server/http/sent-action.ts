import type { IncomingMessage } from "node:http";
import { isScriptsCall, type Refusal } from "./refuse-request";

/** More than any action of the shop takes. */
const mostArguments = 10;

/** Deeper than any state of a form. */
const deepestArgument = 50;

/** Beginnings of texts that React gives a meaning: an escaped `$`, values that JSON lacks, a date, a form's fields. */
const knownMark = /^\$(?:\$|undefined$|NaN$|-?Infinity$|-0$|D|K[\da-f]+$)/;

/** A form's own note of its action's id, and of the field that has the action's first arguments. */
const actionNote = /^\{"id":"([\da-f]+)","bound":(?:null|"\$@([\da-f]+)")\}$/;

export const unreadableForm: Refusal = {
  code: "invalid_input",
  status: 400,
  message: "This form could not be read. Please reload the page and send it again.",
};

/** Next's own answer to an unknown action, by which a page's script knows that the shop was updated. */
const unknownAction: Refusal = {
  code: "conflict",
  status: 409,
  message:
    "The shop was updated while this page was open. Please open the page again and send the form once more.",
  headers: { "x-nextjs-action-not-found": "1" },
};

/**
 * Why a call of a server action is refused: an action that this build does not have, or arguments that React can't
 * read, for which Next would answer 500. `actions`: the build's ids; null where they are not known. Null for a call
 * that can be made. Pure.
 */
export function refusalOfAction(
  request: IncomingMessage,
  sent: FormData | string,
  actions: ReadonlySet<string> | null,
): Refusal | null {
  if (isScriptsCall(request)) {
    if (actions && !actions.has(String(request.headers["next-action"]))) return unknownAction;
    const roots = typeof sent === "string" ? [sent] : sent.getAll("0");
    return roots.length === 1 && areArguments(roots[0]) ? null : unreadableForm;
  }
  if (typeof sent === "string" || actions === null) return null;
  const ids = idsIn(sent);
  if (ids === null || ids.length === 0) return unreadableForm;
  return ids.every((id) => actions.has(id)) ? null : unknownAction;
}

/** The ids of the actions that a form, posted by the browser itself, may call; null when one can't be read. */
function idsIn(form: FormData): string[] | null {
  const ids: string[] = [];
  for (const name of form.keys()) {
    const [, id, reference] = /^\$ACTION_(?:ID_(.*)|REF_(\d+))$/s.exec(name) ?? [];
    if (id !== undefined) ids.push(id);
    if (reference === undefined) continue;
    const [note, ...others] = form.getAll(`$ACTION_${reference}:0`);
    const [, noted, field] = actionNote.exec(String(note)) ?? [];
    if (noted === undefined || others.length > 0) return null;
    if (field !== undefined && !areArguments(form.get(`$ACTION_${reference}:${field}`))) return null;
    ids.push(noted);
  }
  // A form and its button may each name one.
  return ids.length <= 2 ? ids : null;
}

/** True for arguments as React writes them. */
function areArguments(text: FormDataEntryValue | null | undefined): boolean {
  if (typeof text !== "string") return false;
  try {
    const sent: unknown = JSON.parse(text);
    return Array.isArray(sent) && sent.length <= mostArguments && isReadable(sent, deepestArgument);
  } catch {
    return false;
  }
}

function isReadable(value: unknown, depth: number): boolean {
  if (typeof value === "string") return !value.startsWith("$") || knownMark.test(value);
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isReadable(inner, depth - 1));
}
