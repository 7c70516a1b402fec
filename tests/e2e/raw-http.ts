import { Agent, request } from "node:http";
import { shopUnderTest } from "./local-shop";

/** A raw request: the path is sent byte for byte, which fetch and browsers would normalise. */
export type RawRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type RawAnswer = { status: number; location: string; type: string; headers: string; text: string };

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
// A longer body is not a refusal, so its beginning is enough.
const maxText = 400_000;

/** Sends a request and reads the answer; of a stream only the first part. */
export function ask({ method = "GET", path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port: shopUnderTest.port, agent, method, path, headers, timeout: 60_000 },
      (answer) => {
        let text = "";
        const end = () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location ?? "",
            type: answer.headers["content-type"] ?? "",
            headers: JSON.stringify(answer.headers),
            text,
          });
        const isStream = answer.headers["content-type"]?.startsWith("text/event-stream");
        answer.on("data", (piece: Buffer) => {
          text += piece.toString("latin1");
          if (!isStream && text.length < maxText) return;
          end();
          sent.destroy();
        });
        answer.on("end", end);
        answer.on("error", reject);
      },
    );
    sent.on("timeout", () => sent.destroy(new Error(`${method} ${path} was not answered`)));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A multipart body with the fields in this order, and its header. */
export function multipart(fields: [name: string, value: string][]): {
  body: string;
  headers: Record<string, string>;
} {
  const boundary = `----walk${crypto.randomUUID()}`;
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: `${parts.join("")}--${boundary}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** Runs `work` for each, eight at a time. */
export async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const lane = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}
