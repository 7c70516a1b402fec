import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPanel } from "@/lib/delivery/suppliers/protocol/panel-v2";
import type { FulfillmentProvider } from "@/lib/delivery/suppliers/protocol/provider";
import { startSendDeadline } from "@/lib/delivery/suppliers/protocol/send-deadline";
import { closeServer, listen } from "../../support/listen";

type Seen = { method: string | undefined; type: string | undefined; form: URLSearchParams };

/** A panel that answers with `answer`, and the requests that it got. */
async function panelThat(
  answer: (response: ServerResponse, request: IncomingMessage, form: URLSearchParams) => void,
  timeoutMs = 30_000,
) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    seen.push({ method: request.method, type: request.headers["content-type"], form });
    answer(response, request, form);
  });
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  onTestFinished(() => closeServer(server));
  const port = await listen(server);
  return {
    seen,
    connections: () => connections,
    provider: openPanel({
      apiUrl: `http://127.0.0.1:${port}/api/v2`,
      apiKey: "key-1",
      timeoutMs,
      reach: "local",
    }),
  };
}

const request = { service: "101", link: "https://www.instagram.com/p/A&b=c/", quantity: 250 };

describe("add", () => {
  const add = (provider: FulfillmentProvider) => provider.add(request, startSendDeadline(60_000));

  it("is one form with the key, the service, the link and the quantity", async () => {
    const { seen, provider } = await panelThat((response) => response.end('{"order":5}'));
    expect(await add(provider)).toMatchObject({
      kind: "accepted",
      providerOrderId: "5",
    });
    expect(seen).toMatchObject([{ method: "POST", type: "application/x-www-form-urlencoded" }]);
    expect(Object.fromEntries(seen[0]?.form ?? [])).toEqual({
      key: "key-1",
      action: "add",
      service: "101",
      link: "https://www.instagram.com/p/A&b=c/",
      quantity: "250",
    });
  });

  it.each<[string, (response: ServerResponse, request: IncomingMessage) => void, string]>([
    ["a reset connection", (_, { socket }) => socket.resetAndDestroy(), "connection_lost"],
    ["a closed connection", (_, { socket }) => socket.destroy(), "connection_lost"],
    ["silence", () => undefined, "timeout"],
    ["a body that never ends", (response) => void response.write('{"order":'), "timeout"],
    [
      "a body that breaks off",
      (response) => {
        response.write('{"or');
        response.socket?.destroy();
      },
      "connection_lost",
    ],
    [
      "HTTP 421, on which HTTP clients like to try again",
      (response) => response.writeHead(421).end(),
      "not_json",
    ],
    [
      "HTTP 503 with Retry-After",
      (response) => response.writeHead(503, { "retry-after": "0" }).end(),
      "not_json",
    ],
    ["a redirect", (response) => response.writeHead(307, { location: "/elsewhere" }).end(), "redirected"],
    ["far too much", (response) => response.end("x".repeat(300_000)), "answer_too_large"],
  ])("is sent once, whatever happens: after %s it's unknown", async (_, answer, reason) => {
    const { seen, provider } = await panelThat(answer, reason === "timeout" ? 2_000 : undefined);
    const { evidence, ...outcome } = await add(provider);
    expect(outcome).toEqual({ kind: "unknown", reason });
    expect(seen).toHaveLength(1);
    // Of a long answer only the beginning is read and kept.
    expect(evidence.answer.length).toBeLessThanOrEqual(65_536);
  });

  it("uses a new connection each time", async () => {
    const ports = new Set<number | undefined>();
    const { provider } = await panelThat((response, { socket }) => {
      ports.add(socket.remotePort);
      response.end('{"order":5}');
    });
    for (let call = 0; call < 3; call++) await add(provider);
    expect(ports.size).toBe(3);
  });

  it("writes nothing when its deadline is over by the time it is connected", async () => {
    const { seen, connections, provider } = await panelThat((response) => response.end('{"order":5}'));
    const over = startSendDeadline(60_000, () => 60_000);
    expect(await provider.add(request, over)).toMatchObject({ kind: "rejected", code: "not_executed" });
    expect(await provider.refill("5", over)).toMatchObject({ kind: "rejected", isTemporary: true });
    await expect.poll(connections).toBe(2);
    expect(seen).toEqual([]);
  });
});

it("every call names the program, because firewalls turn away those that don't", async () => {
  const agents: (string | undefined)[] = [];
  const { provider } = await panelThat((response, { headers }) => {
    agents.push(headers["user-agent"]);
    response.end('{"balance":"5.50"}');
  });
  await provider.balance();
  await provider.add(request, startSendDeadline(60_000));
  expect(agents).toEqual([expect.stringMatching(/Groundswell/), expect.stringMatching(/Groundswell/)]);
});

describe("reading", () => {
  it.each([301, 302, 307, 308])(
    "follows HTTP %i on the same host, with its method and form",
    async (status) => {
      const { seen, provider } = await panelThat((response, { url }) => {
        if (url?.endsWith("/")) response.end('{"balance":"5.50"}');
        else response.writeHead(status, { location: `${url}/` }).end();
      });
      expect(await provider.balance()).toMatchObject({ ok: true, balance: "5.50" });
      expect(seen.map(({ method, form }) => [method, form.get("key")])).toEqual([
        ["POST", "key-1"],
        ["POST", "key-1"],
      ]);
    },
  );

  it("sends the key to no other host, and goes round no circle", async () => {
    const elsewhere = await panelThat((response) => response.end('{"balance":"9"}'));
    const leading = await panelThat((response) =>
      response.writeHead(308, { location: "http://localhost:1/api/v2/" }).end(),
    );
    expect(await leading.provider.balance()).toMatchObject({ ok: false });
    expect(elsewhere.seen).toEqual([]);
    const circle = await panelThat((response) => response.writeHead(308, { location: "/api/v2" }).end());
    expect(await circle.provider.balance()).toMatchObject({ ok: false });
    expect(circle.seen.length).toBeLessThanOrEqual(3);
  });

  it.each(["offset", "page"])(
    "asks for all pages of a list that is sent 500 at a time, by %s",
    async (by) => {
      const all = Array.from({ length: 1_200 }, (_, place) => ({
        service: place + 1,
        name: "x",
        rate: "0.90",
        min: 1,
        max: 9,
      }));
      const { provider } = await panelThat((response, _request, form) => {
        const given = Number(form.get(by) ?? (by === "page" ? 1 : 0));
        const start = by === "page" ? (given - 1) * 500 : given;
        response.end(JSON.stringify(all.slice(start, start + 500)));
      });
      const answer = await provider.services();
      expect(answer.ok && answer.services.length).toBe(1_200);
    },
  );

  it("asks once more for a list of a round number, which may go on", async () => {
    const list = Array.from({ length: 100 }, (_, place) => ({
      service: place + 1,
      rate: "0.9",
      min: 1,
      max: 9,
    }));
    const { seen, provider } = await panelThat((response) => response.end(JSON.stringify(list)));
    const answer = await provider.services();
    expect(answer.ok && answer.services.length).toBe(100);
    expect(seen).toHaveLength(2);
  });

  it("takes a list of 20 MB", async () => {
    const entry = { service: 1, name: "x", rate: "0.9", min: 1, max: 9, desc: "x".repeat(20 * 1024 * 1024) };
    const { provider } = await panelThat((response) => response.end(JSON.stringify([entry])));
    expect(await provider.services()).toMatchObject({ ok: true, unreadable: 0 });
  });
});

describe("status", () => {
  it("sends one request for all orders, at most a hundred of them", async () => {
    const { seen, provider } = await panelThat((response) => response.end("{}"));
    await provider.statuses(Array.from({ length: 120 }, (_, index) => String(index + 1)));
    expect(seen).toHaveLength(1);
    expect(seen[0]?.form.get("action")).toBe("status");
    expect(seen[0]?.form.get("orders")?.split(",")).toHaveLength(100);
  });

  const report = { status: "In progress", remains: "5" };
  it.each([
    ["refuses several numbers", { error: "Order ID is required parameter" }],
    ["answers several without their numbers", [report, report, report]],
  ])("is asked for one by one at a panel that %s", async (_, several) => {
    const { seen, provider } = await panelThat((response, _request, form) =>
      response.end(JSON.stringify(form.has("order") ? report : several)),
    );
    const answer = await provider.statuses(["1", "2", "3"]);
    expect(answer.ok && [...answer.reports.keys()]).toEqual(["1", "2", "3"]);
    expect(seen.length).toBeLessThanOrEqual(6);
  });

  it("reads each entry independently", async () => {
    const batch = { 1: { status: "Pending", remains: "5" }, 2: { error: "Incorrect order ID" }, 3: "what?" };
    const { provider } = await panelThat((response) => response.end(JSON.stringify(batch)));
    const answer = await provider.statuses(["1", "2", "3", "4"]);
    expect(answer.ok && [...answer.reports].map(([id, report]) => [id, report.kind])).toEqual([
      ["1", "known"],
      ["2", "unclear"],
      ["3", "unclear"],
    ]);
  });

  it("understands a panel that answers for a single order without the outer object", async () => {
    const { provider } = await panelThat((response) => response.end('{"status":"Completed","remains":"0"}'));
    const answer = await provider.statuses(["7"]);
    expect(answer.ok && answer.reports.get("7")).toMatchObject({ kind: "known", state: "completed" });
  });

  it.each(["error", "fail", "success"])(
    "takes a bare status “%s” with a message for the call's",
    async (status) => {
      const { provider } = await panelThat((response) =>
        response.end(JSON.stringify({ status, message: "Maintenance" })),
      );
      expect(await provider.statuses(["7"])).toMatchObject({ ok: false });
    },
  );

  it.each(["Incorrect order ID", "Order not found.", "error.incorrect_order_id"])(
    "takes a bare “%s” for the answer about a single order",
    async (error) => {
      const { provider } = await panelThat((response) =>
        response.end(JSON.stringify({ error, status: "fail" })),
      );
      const answer = await provider.statuses(["7"]);
      expect(answer.ok && answer.reports.get("7")).toMatchObject({ kind: "unclear", reason: "refused" });
      const both = await provider.statuses(["7", "8"]);
      expect(both.ok && [...both.reports.keys()]).toEqual(["7", "8"]);
    },
  );

  it.each<[string, number]>([
    ["Invalid API key", 200],
    ["Incorrect request", 200],
    ["Too many requests for your orders", 200],
    ["Something went wrong", 200],
    ["Could not read the order", 502],
  ])("takes a bare “%s” with HTTP %i for no answer about a single order", async (error, status) => {
    const { provider } = await panelThat((response) => {
      response.statusCode = status;
      response.end(JSON.stringify({ error }));
    });
    expect(await provider.statuses(["7"])).toMatchObject({ ok: false });
  });

  it.each<[string, object | string]>([
    ["an error", { error: "Something went wrong" }],
    ["a message", { status: "error", message: "Something went wrong" }],
    ["nothing", "null"],
  ])(
    "of siblings is read although the panel answers one number with %s for the whole",
    async (_, refusal) => {
      const { provider } = await panelThat((response, _request, form) => {
        const numbers = form.get("orders")?.split(",") ?? [];
        const known = Object.fromEntries(
          numbers.map((number) => [number, { status: "Completed", remains: "0" }]),
        );
        const answer = numbers.includes("8") ? refusal : known;
        response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
      });
      const answer = await provider.statuses(["6", "7", "8", "9"]);
      expect(answer.ok && [...answer.reports.keys()]).toEqual(["6", "7", "9"]);
      expect(answer.ok && answer.unanswered.size).toBe(0);
    },
  );

  it("of refills is read although the panel refuses the whole for one number", async () => {
    const { provider } = await panelThat((response, _request, form) => {
      const numbers = form.get("refills")?.split(",") ?? [];
      const known = numbers.map((refill) => ({ refill, status: "Completed" }));
      response.end(JSON.stringify(numbers.includes("8") ? { error: "Something went wrong" } : known));
    });
    const answer = await provider.refillStatuses(["6", "7", "8", "9"]);
    expect(answer.ok && [...answer.reports.keys()]).toEqual(["6", "7", "9"]);
  });

  it.each(["Invalid API key", "Too many requests"])("is asked about once after “%s”", async (error) => {
    const { seen, provider } = await panelThat((response) => response.end(JSON.stringify({ error })));
    expect(await provider.statuses(["7", "8"])).toMatchObject({ ok: false });
    expect(seen).toHaveLength(1);
  });

  it.each(["", "<html>", "[]", "null", '{"error":"Invalid API key"}'])(
    "fails as a whole for %j",
    async (body) => {
      const { provider } = await panelThat((response) => response.end(body));
      expect(await provider.statuses(["7", "8"])).toMatchObject({ ok: false });
    },
  );
});
