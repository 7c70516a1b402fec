import { createServer, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { closeServer, listen } from "./listen";

// Suppliers that behave in ways for which the panel emulator has no fault. Those that answer are closed with their test.

const json = { "content-type": "application/json" };
const apiUrl = (port: number) => `http://127.0.0.1:${port}/api/v2`;

/** Answers every call in the same way, or by its form and address. */
export async function openEmulator(
  answer: (response: ServerResponse, form: URLSearchParams, path: string) => void,
) {
  let calls = 0;
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    calls += 1;
    answer(response, form, request.url ?? "");
  });
  onTestFinished(() => closeServer(server));
  return { url: apiUrl(await listen(server)), calls: () => calls };
}

/** Answers with a body, as most panels do with status 200. */
export function answering(body: string, status = 200) {
  return (response: ServerResponse) => {
    response.writeHead(status, json).end(body);
  };
}

export type HeldSupplier = {
  url: string;
  /** The `add` calls that arrived whole. */
  calls: URLSearchParams[];
  /** Answers every call that is being held, and all later ones at once. */
  answer(): void;
};

/** Answers the nth `add` with `answerTo(nth)`, but only when the test says so. */
export async function startHeldSupplier(
  answerTo: (nth: number) => object = (nth) => ({ order: 9_000 + nth }),
): Promise<HeldSupplier> {
  const calls: URLSearchParams[] = [];
  const held: (() => void)[] = [];
  let isOpen = false;
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    if (form.get("action") === "add") calls.push(form);
    const answer = JSON.stringify(answerTo(calls.length));
    const reply = () => response.writeHead(200, json).end(answer);
    if (isOpen || form.get("action") !== "add") reply();
    else held.push(reply);
  });
  onTestFinished(() => closeServer(server));
  return {
    url: apiUrl(await listen(server)),
    calls,
    answer() {
      isOpen = true;
      for (const reply of held.splice(0)) reply();
    },
  };
}

/** A TLS server that never shakes hands: its caller waits before a byte of the request has left. */
export async function startMuteSupplier() {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  return {
    url: apiUrl(await listen(server)).replace("http:", "https:"),
    connections: () => sockets.size,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The fate of the next `add`: executed and answered, executed and the answer lost, or lost before it was executed. */
export type AddFate = "answer" | "lose-answer" | "lose-request";

export type EvidenceSupplier = {
  url: string;
  /** Every `add` that arrived. */
  calls: URLSearchParams[];
  /** The orders that were really made. */
  orders: { id: number; link: string; quantity: number }[];
  /** The balance as the supplier writes it. */
  balance: string;
  /** The action of every request, in their order. */
  actions: string[];
  fates: AddFate[];
  /** Ends its window, after which it buys an equal request again. */
  forget(): void;
};

/** Recognises a repeated request by `knownBy`, as some suppliers do. */
export async function startEvidenceSupplier(
  knownBy: (form: URLSearchParams) => string | null = () => null,
): Promise<EvidenceSupplier> {
  const known = new Map<string, number>();
  const execute = (form: URLSearchParams): number => {
    const key = knownBy(form);
    const before = key === null ? undefined : known.get(key);
    if (before !== undefined) return before;
    const quantity = Number(form.get("quantity"));
    const id = 7_000 + supplier.orders.length;
    supplier.orders.push({ id, link: form.get("link") ?? "", quantity });
    if (key !== null) known.set(key, id);
    return id;
  };
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    response.setHeader("content-type", "application/json");
    supplier.actions.push(form.get("action") ?? "");
    if (form.get("action") === "balance") {
      response.end(JSON.stringify({ balance: supplier.balance, currency: "USD" }));
      return;
    }
    supplier.calls.push(form);
    const fate = supplier.fates.shift() ?? "answer";
    const order = fate === "lose-request" ? null : execute(form);
    if (fate !== "answer") response.statusCode = 504;
    response.end(fate === "answer" ? JSON.stringify({ order }) : "");
  });
  onTestFinished(() => closeServer(server));
  const supplier: EvidenceSupplier = {
    url: apiUrl(await listen(server)),
    calls: [],
    orders: [],
    balance: "100.00000",
    actions: [],
    fates: [],
    forget: () => known.clear(),
  };
  return supplier;
}

export type NumberedSupplier = {
  url: string;
  /** Every number it was asked about. */
  asked: string[];
  /** The supplier's reports on orders, by number; it knows no other order. */
  reports: Map<string, object>;
};

/** Gives the nth `add` the nth of these numbers, which are JSON as it is written, and the last one from then on. */
export async function startNumberedSupplier(...numbers: string[]): Promise<NumberedSupplier> {
  const supplier: NumberedSupplier = { url: "", asked: [], reports: new Map() };
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    response.setHeader("content-type", "application/json");
    if (form.get("action") === "status") {
      const asked = (form.get("orders") ?? "").split(",");
      supplier.asked.push(...asked);
      const known = asked.filter((number) => supplier.reports.has(number));
      response.end(
        JSON.stringify(Object.fromEntries(known.map((number) => [number, supplier.reports.get(number)]))),
      );
      return;
    }
    response.end(`{"order":${(numbers.length > 1 ? numbers.shift() : numbers[0]) ?? 1}}`);
  });
  onTestFinished(() => closeServer(server));
  supplier.url = apiUrl(await listen(server));
  return supplier;
}
