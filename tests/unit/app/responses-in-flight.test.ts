import { describe, expect, it } from "vitest";
import { ResponsesInFlight } from "@/app/_server/http/responses-in-flight";

/** Whether the waiting has ended, once all work that needs no timer is done. */
async function hasEnded(waiting: Promise<void>): Promise<boolean> {
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return isOver;
}

describe("responses in flight", () => {
  it("are awaited if they began before the wait, and not if they began after", async () => {
    const responses = new ResponsesInFlight();
    let end = () => {};
    responses.add(
      new Promise<void>((resolve) => {
        end = resolve;
      }),
    );
    const waiting = responses.ended();
    responses.add(new Promise(() => undefined));
    expect(await hasEnded(waiting)).toBe(false);
    end();
    expect(await hasEnded(waiting)).toBe(true);
  });

  it("count as ended when they failed", async () => {
    const responses = new ResponsesInFlight();
    responses.add(Promise.reject(new Error("the visitor left")));
    expect(await hasEnded(responses.ended())).toBe(true);
  });

  it("are awaited for their first half minute only, because one whose reader has gone may never end", async () => {
    let now = 0;
    const responses = new ResponsesInFlight(() => {
      const began = now;
      return () => now - began;
    });
    responses.add(new Promise(() => undefined));
    now = 29_999;
    expect(await hasEnded(responses.ended())).toBe(false);
    now = 30_000;
    expect(await hasEnded(responses.ended())).toBe(true);
  });

  it("need no wait when there are none", async () => {
    expect(await hasEnded(new ResponsesInFlight().ended())).toBe(true);
  });
});
