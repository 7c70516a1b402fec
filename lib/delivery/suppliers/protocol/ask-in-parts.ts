import type { BatchAnswer } from "./provider";

/**
 * The answer to one request. `isRefused`: the supplier refused it, perhaps for one of its numbers. `isHeard`: it
 * answered something, and not about the key or the pace, so another form of the question may be answered.
 */
export type PartAnswer<Report> =
  | { ok: true; reports: Map<string, Report> }
  | { ok: false; reason: string; isRefused: boolean; isHeard?: boolean };

// One unknown number among a hundred takes 15 requests, three of them about 40.
const mostCalls = 40;
// A panel that answers none of these refuses all of them, and not for a number.
const mostInVain = 12;
// A panel that has answered about so many numbers alone and never about several does not know the question about several.
const singlesThatShow = 3;

/**
 * Asks about numbers in one request. Some panels refuse it as a whole for one number that they don't know, so a refused
 * request is halved until that number is alone: it has no report then, as one that the panel leaves out. Others can
 * only be asked about one number at a time. An outage, or too many refusals, leaves the rest `unanswered`. Fails when
 * nothing was answered.
 */
export async function askInParts<Report>(
  numbers: string[],
  ask: (numbers: string[]) => Promise<PartAnswer<Report>>,
): Promise<BatchAnswer<Report>> {
  const reports = new Map<string, Report>();
  const unanswered = new Set<string>();
  let calls = 0;
  let failure: string | undefined;
  let isOver = false;
  let isAnswered = false;
  let knowsBatches = false;
  let singles = 0;

  const askAbout = async (part: string[]): Promise<void> => {
    if (part.length > 1 && !knowsBatches && singles >= singlesThatShow) return askAlone(part);
    isOver ||= calls === (isAnswered ? mostCalls : mostInVain);
    if (isOver) {
      for (const number of part) unanswered.add(number);
      return;
    }
    calls += 1;
    const answer = await ask(part);
    if (answer.ok) {
      isAnswered = true;
      if (part.length > 1) knowsBatches = true;
      else singles += 1;
      for (const [number, report] of answer.reports) reports.set(number, report);
      return;
    }
    failure ??= answer.reason;
    if (answer.isRefused) {
      if (part.length === 1) return;
      const middle = Math.ceil(part.length / 2);
      await askAbout(part.slice(0, middle));
      await askAbout(part.slice(middle));
      return;
    }
    if (part.length > 1 && answer.isHeard && !isAnswered) {
      const [first = "", ...rest] = part;
      await askAbout([first]);
      if (isAnswered) singles = singlesThatShow;
      await askAlone(rest);
      return;
    }
    isOver = true;
    for (const number of part) unanswered.add(number);
  };
  const askAlone = async (part: string[]): Promise<void> => {
    for (const number of part) await askAbout([number]);
  };
  await askAbout(numbers);
  return isAnswered
    ? { ok: true, reports, unanswered }
    : { ok: false, reason: failure ?? "nothing was asked" };
}
