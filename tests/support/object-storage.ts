import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";
import { closeServer, listen } from "./listen";

const accessKey = "AKIDEXAMPLE";
const secretKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
const region = "eu-central-1";
// S3 answers with a thousand at most.
const pageSize = 5;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The signature that a request must have, by AWS's own description (Signature Version 4 for S3):
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
function signatureOf(request: IncomingMessage, signedHeaders: string, scope: string): string {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://storage");
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const header = (name: string) => String(request.headers[name] ?? "").trim();
  const canonical = [
    ...[request.method, pathname, query.join("&")],
    ...signedHeaders.split(";").map((name) => `${name}:${header(name)}`),
    ...["", signedHeaders, header("x-amz-content-sha256")],
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", header("x-amz-date"), scope, sha256(canonical)].join("\n");
  return hmac(scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secretKey}`), toSign).toString("hex");
}

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[\w-]+\/s3\/aws4_request), SignedHeaders=([\w;-]+), Signature=(\w+)$/;

/** S3's code of what is wrong with a request; null for a request that it would accept. */
function problemOf(request: IncomingMessage, body: Buffer): string | null {
  const [, key = "", scope = "", headers = "", signature] =
    authorization.exec(request.headers.authorization ?? "") ?? [];
  if (key !== accessKey) return "InvalidAccessKeyId";
  if (scope.split("/")[1] !== region) return "AuthorizationHeaderMalformed";
  const mustBeSigned = ["host", "x-amz-content-sha256", "x-amz-date"];
  if (!mustBeSigned.every((name) => headers.split(";").includes(name))) return "AccessDenied";
  if (signature !== signatureOf(request, headers, scope)) return "SignatureDoesNotMatch";
  if (request.headers["x-amz-content-sha256"] !== sha256(body)) return "XAmzContentSHA256Mismatch";
  if (request.method === "PUT" && request.headers["content-length"] === undefined)
    return "MissingContentLength";
  const md5 = createHash("md5").update(body).digest("base64");
  if ((request.headers["content-md5"] ?? md5) !== md5) return "BadDigest";
  return null;
}

type Mode = "usual" | "locked" | "failing to delete";

/** S3-compatible storage for one test file: one bucket `backups`, signatures and contents checked as S3 does. */
export function useObjectStorage() {
  const objects = new Map<string, Buffer>();
  let mode: Mode = "usual";

  /** The answer to a request under a lock of every object, or a fault. */
  function refusalOf(request: IncomingMessage): [status: number, code: string] | null {
    if (request.method === "DELETE" && mode === "locked") return [403, "AccessDenied"];
    if (request.method === "DELETE" && mode === "failing to delete") return [503, "SlowDown"];
    const names = Object.keys(request.headers);
    const hasChecksum = names.some((name) => name === "content-md5" || name.startsWith("x-amz-checksum-"));
    return request.method === "PUT" && mode === "locked" && !hasChecksum ? [400, "InvalidRequest"] : null;
  }

  function answerTo(request: IncomingMessage, body: Buffer): { status: number; body?: string | Buffer } {
    const refused = (status: number, code: string) => ({
      status,
      body: `<Error><Code>${code}</Code></Error>`,
    });
    const problem = problemOf(request, body);
    if (problem) return refused(403, problem);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://storage");
    const [bucket, ...path] = decodeURIComponent(pathname.slice(1)).split("/");
    const key = path.join("/");
    if (bucket !== "backups") return refused(404, "NoSuchBucket");
    const refusal = refusalOf(request);
    if (refusal) return refused(...refusal);
    if (request.method === "PUT") objects.set(key, body);
    if (request.method === "DELETE") objects.delete(key);
    if (request.method !== "GET") return { status: 200 };
    if (key)
      return objects.has(key) ? { status: 200, body: objects.get(key) ?? "" } : refused(404, "NoSuchKey");
    const [prefix, after] = [searchParams.get("prefix") ?? "", searchParams.get("start-after") ?? ""];
    const rest = [...objects.keys()].sort().filter((name) => name.startsWith(prefix) && name > after);
    const keys = rest.slice(0, pageSize).map((name) => `<Contents><Key>${name}</Key></Contents>`);
    const isTruncated = `<IsTruncated>${rest.length > pageSize}</IsTruncated>`;
    return { status: 200, body: `<ListBucketResult>${isTruncated}${keys.join("")}</ListBucketResult>` };
  }

  const server = createServer(async (request, response) => {
    const answer = answerTo(request, await buffer(request));
    response.writeHead(answer.status).end(answer.body);
  });
  let port = 0;
  beforeAll(async () => {
    port = await listen(server);
  });
  afterAll(() => closeServer(server));
  return {
    /** `locked`: an object lock, under which S3 demands a checksum with each PUT and refuses each DELETE. */
    behave: (as: Mode) => {
      mode = as;
    },
    /** The address of a folder of the bucket, as BACKUP_S3_URL takes it. */
    url: (folder: string, { secret = secretKey, bucket = "backups" } = {}) =>
      `http://${accessKey}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/${folder}?region=${region}`,
  };
}
