import { z } from "zod";
import { anchorSchema } from "@/lib/base/audit/audit-anchor";

const headSchema = z.object({
  version: z.string(),
  commit: z.string().nullable(),
  takenAt: z.iso.datetime(),
  /** The migrations that the database had. */
  migrations: z.array(z.string()),
  /** The newest entry of the audit log; missing in backups of release 1.0.0. */
  audit: anchorSchema.nullish(),
});

export type BackupHead = z.infer<typeof headSchema>;

const headStart = "-- Groundswell: ";

export function headLine(head: BackupHead): string {
  return `${headStart}${JSON.stringify(head)}\n`;
}

export const endLine = "-- end\n";

/** Reads a script's first line; null if the script is not one of ours. */
export function readHeadLine(line: string): BackupHead | null {
  if (!line.startsWith(headStart)) return null;
  return headSchema.safeParse(JSON.parse(line.slice(headStart.length))).data ?? null;
}

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const newline = Buffer.from("\n");
const lastRow = Buffer.from("\\.\n");

/** Reads a script line by line and streams the rows of its tables, so that no table is held in memory. */
export class ScriptReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next line without its end; null after the last one. */
  async line(): Promise<string | null> {
    let end = this.#rest.indexOf(newline);
    while (end < 0) {
      if (!(await this.#more())) return null;
      end = this.#rest.indexOf(newline);
    }
    return this.#take(end + 1)
      .toString("utf8")
      .slice(0, -1);
  }

  /** The rows until the line that ends a table, in pieces of whole rows. Throws when the script ends before. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#rest.subarray(0, lastRow.length).equals(lastRow)) {
        this.#take(lastRow.length);
        return;
      }
      const last = this.#rest.indexOf(Buffer.concat([newline, lastRow]));
      const whole = (last >= 0 ? last : this.#rest.lastIndexOf(newline)) + 1;
      if (whole > 0) yield this.#take(whole);
      else if (!(await this.#more())) throw new Error("a table of the backup has no end");
    }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    this.#rest = Buffer.concat([this.#rest, value]);
    return true;
  }
}
