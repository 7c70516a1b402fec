import { z } from "zod";
import { Prisma } from "@/lib/base/db/generated/client";
import { maxAttempts, type NewJob } from "./enqueue";

/** A kind of job: its name in the queue, and its payload. */
export type Job<Payload> = { name: string; payload: z.ZodType<Payload> };

/** A job about one row. Its key is the prefix and the row's id, so that a row has at most one waiting job. */
export type RowJob = Job<{ id: string }> & {
  prefix: string;
  /** The job of a row, for `enqueue`. */
  of(id: string, when?: Pick<NewJob, "inMs" | "runAt">): NewJob;
  /** SQL that adds the job of each row that a statement returns as `id`. */
  add: Prisma.Sql;
  /**
   * Selects the rows that need the job now: their `id` and, to handle the oldest first, `since`. The sweeper adds lost
   * jobs.
   */
  due?: Prisma.Sql | undefined;
};

/** Defines a job about one row; without `due`, the sweeper leaves it alone. */
export function rowJob(name: string, prefix: string, due?: Prisma.Sql): RowJob {
  return {
    name,
    payload: z.object({ id: z.uuid() }),
    prefix: `${prefix}:`,
    of: (id, when) => ({ name, payload: { id }, key: `${prefix}:${id}`, ...when }),
    add: Prisma.sql`graphile_worker.add_job(${name}, json_build_object('id', id), job_key => ${`${prefix}:`} || id,
      max_attempts => ${maxAttempts}::int)`,
    due,
  };
}
