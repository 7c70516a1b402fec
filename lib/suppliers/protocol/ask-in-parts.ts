import type { BatchAnswer } from "./provider";

/** The answer to one request. `isRefused`: the supplier refused it, perhaps for one of its numbers. */
export type PartAnswer<Report> =
  | { ok: true; reports: Map<string, Report> }
  | { ok: false; reason: string; isRefused: boolean };

// One unknown number among a hundred takes 15 requests, three of them about 40.
const mostCalls = 40;
// A panel that answers none of these refuses all of them, and not for a number.
const mostInVain = 12;

/**
 * Asks about numbers in one request. Some panels refuse it as a whole for one number that they don't know, so a refused
 * request is halved until that number is alone: it has no report then, as one that the panel leaves out. An outage, or
 * too many refusals, leaves the rest `unanswered`. Fails when nothing was answered.
 */
export async function askInParts<Report>(
  numbers: string[],
  ask: (numbers: string[]) => Promise<PartAnswer<Report>>,
): Promise<BatchAnswer<Report>> {
  const reports = new Map<string, Report>();
  const unanswered = new Set<string>();
  let calls = 0;
  let isAnswered = false;
  let failure: string | undefined;
  let isOver = false;

  const askAbout = async (part: string[]): Promise<void> => {
    isOver ||= calls === (isAnswered ? mostCalls : mostInVain);
    if (isOver) {
      for (const number of part) unanswered.add(number);
      return;
    }
    calls += 1;
    const answer = await ask(part);
    if (answer.ok) {
      isAnswered = true;
      for (const [number, report] of answer.reports) reports.set(number, report);
      return;
    }
    failure ??= answer.reason;
    if (!answer.isRefused) {
      isOver = true;
      for (const number of part) unanswered.add(number);
    } else if (part.length > 1) {
      const middle = Math.ceil(part.length / 2);
      await askAbout(part.slice(0, middle));
      await askAbout(part.slice(middle));
    }
  };
  await askAbout(numbers);
  return isAnswered
    ? { ok: true, reports, unanswered }
    : { ok: false, reason: failure ?? "nothing was asked" };
}
