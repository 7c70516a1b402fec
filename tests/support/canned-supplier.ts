import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A supplier that answers every call in the same way: what no panel's faults can show. */
export async function openEmulator(answer: (response: ServerResponse) => void) {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      calls += 1;
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/v2`,
    calls: () => calls,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Answers with a body, as most panels do with status 200. */
export function answering(body: string, status = 200) {
  return (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  };
}
