import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import { type Dispatcher, request } from "undici";
import { AppError, forbidden, hasCode, notFound } from "@/lib/base/errors";
import { hour, minute } from "@/lib/base/time/time";

/** A bucket of S3-compatible storage, or a folder in one, that holds only backups. */
export type BackupBucket = {
  /** Stores a file under its own name. */
  put(file: string): Promise<void>;
  /** The names of all backups, oldest first. Other objects are ignored. */
  list(): Promise<string[]>;
  open(name: string): Promise<Readable>;
  /** False when the bucket refuses, because of an object lock or the rights of its key. */
  remove(name: string): Promise<boolean>;
};

type Asked = {
  path?: string;
  query?: Record<string, string>;
  body?: Readable;
  headers?: Record<string, string>;
  /** Includes reading the body. */
  limitMs: number;
};

const emptyHash = createHash("sha256").digest("hex");
// The shop's names for backups. A list with more pages than any shop needs is a fault of the storage.
const backupName = /^[\dTZ.-]+\.backup$/;
const maxPages = 100;

/**
 * Opens the bucket of BACKUP_S3_URL (`https://key:secret@host/bucket/folder?region=eu-central-1`). Files are streamed,
 * and each request is signed with the hash of its content. Its functions throw `upstream_failed`, which names the
 * storage's own code, `forbidden` where the storage knows the key and refuses the request, and `not_found` for a backup
 * that it does not have.
 */
export function openBucket(address: string): BackupBucket {
  const { host, protocol, pathname, username, password, searchParams } = new URL(address);
  const [bucket = "", ...folders] = pathname.split("/").filter(Boolean);
  const prefix = folders.map((folder) => `${folder}/`).join("");
  const keys = {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get("region") ?? "us-east-1",
  };

  async function ask(method: Dispatcher.HttpMethod, asked: Asked): Promise<Dispatcher.ResponseData> {
    const url = new URL(`${protocol}//${host}/${bucket}${asked.path ? `/${prefix}${asked.path}` : ""}`);
    url.search = new URLSearchParams(asked.query).toString();
    const headers = { "x-amz-content-sha256": emptyHash, ...asked.headers };
    const signed = await new AwsV4Signer({
      ...keys,
      service: "s3",
      method,
      url: url.href,
      headers: { "x-amz-content-sha256": headers["x-amz-content-sha256"] },
    }).sign();
    const answer = await request(signed.url, {
      method,
      headers: { ...headers, ...Object.fromEntries(signed.headers) },
      body: asked.body,
      signal: AbortSignal.timeout(asked.limitMs),
    }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message || error.name : String(error);
      throw failed(`The bucket at ${host} does not answer: ${why}.`);
    });
    if (answer.statusCode < 300) return answer;
    const [, code = "no reason"] = /<Code>(\w+)<\/Code>/.exec(await answer.body.text()) ?? [];
    if (code === "NoSuchKey") throw notFound("The bucket has no such backup.");
    const userMessage = `The bucket at ${host} answers ${answer.statusCode}: ${code}.`;
    throw code === "AccessDenied" ? forbidden(userMessage) : failed(userMessage);
  }

  return {
    async put(file) {
      const hash = createHash("sha256");
      const md5 = createHash("md5");
      for await (const chunk of createReadStream(file)) {
        hash.update(chunk);
        md5.update(chunk);
      }
      const headers = {
        "x-amz-content-sha256": hash.digest("hex"),
        // A bucket with an object lock demands a checksum, and some storage refuses every kind but this one.
        "content-md5": md5.digest("base64"),
        "content-length": String((await stat(file)).size),
      };
      const body = createReadStream(file);
      try {
        const answer = await ask("PUT", { path: basename(file), body, headers, limitMs: hour });
        await answer.body.dump();
      } finally {
        body.destroy();
      }
    },
    async list() {
      const names: string[] = [];
      let last = "";
      for (let page = 0; page < maxPages; page += 1) {
        const query = { "list-type": "2", prefix, ...(last && { "start-after": last }) };
        const answer = await ask("GET", { query, limitMs: minute });
        const text = await answer.body.text();
        const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
        names.push(...keys.map((key) => key.slice(prefix.length)).filter((name) => backupName.test(name)));
        if (!text.includes("<IsTruncated>true</IsTruncated>")) return names.sort();
        last = keys.at(-1) ?? "";
      }
      throw failed(`The bucket at ${host} has too many objects for a bucket of backups.`);
    },
    async open(name) {
      return (await ask("GET", { path: name, limitMs: hour })).body;
    },
    async remove(name) {
      try {
        await (await ask("DELETE", { path: name, limitMs: minute })).body.dump();
        return true;
      } catch (error) {
        if (hasCode(error, "forbidden")) return false;
        throw error;
      }
    },
  };
}

function failed(userMessage: string): AppError {
  return new AppError("upstream_failed", { userMessage });
}
