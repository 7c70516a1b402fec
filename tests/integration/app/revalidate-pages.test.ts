import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { revalidateOnChange } from "@/app/_server/http/revalidate-pages";
import { useDatabase } from "../../support/database";
import { closeServer, listen } from "../../support/listen";

const { database } = useDatabase();

it("a revalidation of the pages that failed is tried again until it succeeds", async () => {
  const answers: number[] = [];
  const server = createServer((_request, response) => {
    // At the first connection the shop asks twice; both fail.
    answers.push(answers.length < 2 ? 503 : 200);
    response.writeHead(answers.at(-1) ?? 200).end(JSON.stringify({ changed: [], changesInMs: null }));
  });
  const stopping = new AbortController();
  onTestFinished(() => {
    stopping.abort();
    return closeServer(server);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const pages = { forget: () => undefined, inFlight: async () => undefined, stopping: stopping.signal };
  await revalidateOnChange(database.current.url, origin, pages);
  await expect.poll(() => answers).toEqual([503, 503, 200, 200]);
});
