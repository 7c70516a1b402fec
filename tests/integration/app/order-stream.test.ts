import { describe, expect, it } from "vitest";
import { streamOrder } from "@/app/_server/live-orders";
import { newToken } from "@/lib/base/ids";
import type { OrderView } from "@/lib/orders/views/order-view";
import { followStream } from "../../support/event-stream";
import { useOwnProcess } from "../../support/own-process";
import { useShopAtStripe } from "../../support/shop";

const { database, shop } = useShopAtStripe();
const own = useOwnProcess(database, () => ({ RATE_LIMIT_SCALE: "100" }));

/** A page that watches an order. */
async function watch(token: string, headers: Record<string, string> = {}) {
  const address = `http://127.0.0.1:3000/api/orders/${token}/events`;
  const stream = await followStream((signal) =>
    streamOrder(new Request(address, { headers, signal }), token),
  );
  return {
    ...stream,
    events: () =>
      [...stream.text().matchAll(/^event: progress\nid: (\w+)\ndata: (.*)$/gm)].map(
        ([, id = "", data = ""]) => ({
          id,
          view: JSON.parse(data) as OrderView,
        }),
      ),
  };
}

describe("a live order page", () => {
  it("gets the order as it is, and each change of it", async () => {
    const { token, sessionId } = await shop.placeAndPay();
    const page = await watch(token);
    expect(page.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    await expect.poll(() => page.events().map(({ view }) => view.status)).toEqual(["pending"]);
    await shop.settle(sessionId);
    await expect.poll(() => page.events().at(-1)?.view.status).toBe("processing");
    page.leave();
    await page.ended;
  });

  it("that reconnects gets only what it has missed", async () => {
    const { token, sessionId } = await shop.placeAndPay();
    const first = await watch(token);
    await expect.poll(() => first.events().length).toBe(1);
    first.leave();
    const again = await watch(token, { "last-event-id": first.events()[0]?.id ?? "" });
    await shop.settle(sessionId);
    await expect.poll(() => again.events().at(-1)?.view.status).toBe("processing");
    expect(again.events().map(({ view }) => view.status)).not.toContain("pending");
    again.leave();
  });

  it("may be closed and aborted at once, while it opens and while the order changes", async () => {
    const { token, sessionId } = await shop.placeAndPay();
    const opening = await watch(token);
    const open = await watch(token);
    await expect.poll(() => open.events().length).toBe(1);
    opening.leave();
    await Promise.all([opening.cancel(), shop.settle(sessionId), open.cancel()]);
    open.leave();
    await Promise.all([open.ended, opening.ended]);
  });

  it("shows no more about the buyer than the link's holder may know", async () => {
    const { token } = await shop.place({ email: "long.name@example.com" });
    const page = await watch(token);
    await expect.poll(() => page.events().length).toBe(1);
    expect(page.text()).toContain("the address given at checkout");
    expect(page.text()).not.toMatch(/long\.name|example\.com/);
    page.leave();
  });

  it("of an unknown link is 404", async () => {
    const page = await watch(newToken());
    expect(page.response.status).toBe(404);
  });

  it("continues after the database was away, and shows what happened meanwhile", async () => {
    const { token, sessionId } = await shop.placeAndPay();
    let page = await watch(token);
    await expect.poll(() => page.events().length).toBe(1);
    await own.proxy.cut();
    await shop.settle(sessionId);
    expect((await watch(token)).response.status).toBe(503);
    await own.proxy.restore();
    await expect
      .poll(async () => {
        // The stream ended if it was being read at that moment, and a browser connects again.
        if (page.isEnded()) page = await watch(token);
        return page.events().at(-1)?.view.status;
      })
      .toBe("processing");
    page.leave();
  });
});
