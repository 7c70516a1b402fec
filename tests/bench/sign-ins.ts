import { setTimeout as wait } from "node:timers/promises";
import { compareProbes, probeDuring } from "./probing";

const atOnce = 150;
const rounds = 5;
const idleSeconds = 10;

/**
 * Measures floods of sign-ins: the p95 of pages and of create-order while 150 wrong passwords at a time are sent, five
 * times, as a multiple of the same without load. Returns the rows of a table.
 */
export async function measureSignIns(origin: string): Promise<Record<string, object>> {
  const hidden = await hiddenFields(`${origin}/auth`);
  const answers = new Map<string, number>();
  const signIn = async (index: number): Promise<void> => {
    const form = new FormData();
    for (const [name, value] of hidden) form.set(name, value);
    form.set("email", `stranger-${index}@example.com`);
    form.set("password", "not-this-password");
    const outcome = await fetch(`${origin}/auth`, { method: "POST", body: form, headers: { origin } }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return String(answer.status);
      },
      (error: Error) => String(error.cause ?? error),
    );
    answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
  };
  const idle = await probeDuring(origin, () => wait(idleSeconds * 1_000));
  const loaded = await probeDuring(origin, async () => {
    for (let round = 0; round < rounds; round++) {
      await Promise.all(Array.from({ length: atOnce }, (_, index) => signIn(round * atOnce + index)));
    }
  });
  const counted = [...answers].map(([outcome, count]) => `${count} of ${outcome}`).join(", ");
  console.log(`${rounds * atOnce} sign-ins, ${atOnce} at a time, were answered: ${counted}.`);
  return compareProbes(idle, loaded);
}

/**
 * The fields that a browser without JavaScript posts beside the visible fields of the form that asks for a password.
 */
async function hiddenFields(url: string): Promise<[string, string][]> {
  const html = await (await fetch(url)).text();
  const form = html.split("<form").find((part) => part.includes('type="password"'));
  const inputs = form?.split("</form>")[0]?.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
  if (inputs.length === 0) throw new Error("the sign-in page has no form with a password");
  return inputs.map((input) => [attribute(input, "name"), attribute(input, "value")]);
}

function attribute(tag: string, name: string): string {
  const [, value = ""] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}
