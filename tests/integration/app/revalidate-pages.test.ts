import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { revalidateOnChange } from "@/app/_server/http/revalidate-pages";
import { useDatabase } from "../../support/database";
import { closeServer, listen } from "../../support/listen";

const { database } = useDatabase();

/** Follows a shop that answers each call for a revalidation by `answer`. */
async function follow(answer: (again: string[]) => { status?: number; changed?: string[] }): Promise<void> {
  const server = createServer(async (request, response) => {
    const { again } = z.object({ again: z.array(z.string()) }).parse(await json(request));
    const { status = 200, changed = [] } = answer(again);
    response.writeHead(status).end(JSON.stringify({ changed, changesInMs: null }));
  });
  const stopping = new AbortController();
  onTestFinished(() => {
    stopping.abort();
    return closeServer(server);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const pages = { forget: () => undefined, inFlight: async () => undefined, stopping: stopping.signal };
  await revalidateOnChange(database.current.url, origin, pages);
}

it("a revalidation of the pages that failed is tried again until it succeeds", async () => {
  const answers: number[] = [];
  await follow(() => {
    // The call at the first connection fails, and so does its repetition.
    const status = answers.length < 2 ? 503 : 200;
    answers.push(status);
    return { status };
  });
  await expect.poll(() => answers).toEqual([503, 503, 200, 200]);
});

it("a change that is found while pages are revalidated again is itself revalidated again", async () => {
  const calls: string[][] = [];
  const found = [["/instagram"], ["/tiktok"]];
  await follow((again) => {
    calls.push(again);
    return { changed: found[calls.length - 1] ?? [] };
  });
  await expect.poll(() => calls).toEqual([[], ["/instagram"], ["/tiktok"]]);
});
