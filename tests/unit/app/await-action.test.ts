import { expect, it } from "vitest";
import { awaitAction } from "@/components/forms/await-action";

const failed = (error: Error) => awaitAction(Promise.reject(error));

it("a form that the server refused before its page shows the server's message", async () => {
  const refusal = { ok: false, error: { code: "busy", message: "We are very busy right now." } };
  expect(await failed(new Error(JSON.stringify(refusal)))).toEqual(refusal);
});

it.each([
  new TypeError("Failed to fetch"),
  new Error("An unexpected response was received from the server."),
  new Error('{"ok":true}'),
  new Error("null"),
])("any other failure is a failed connection: %s", async (error) => {
  expect(await failed(error)).toMatchObject({ ok: false, error: { code: "upstream_failed" } });
});
