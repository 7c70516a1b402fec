import "server-only";
import { notFound } from "next/navigation";
import { z } from "zod";

/** The parameters of a page's address. One that is given twice is a list. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** The props of a page that reads its query string. */
export type SearchProps = { searchParams: Promise<SearchParams> };

export type RecordProps = { params: Promise<{ id: string }> };

/** A parameter as a text; empty if it is missing or given twice. */
export function textOf(parameter: SearchParams[string]): string {
  return typeof parameter === "string" ? parameter : "";
}

/** The record of the address's id; the not-found page for an unknown or malformed one. */
export async function findRecord<T>(
  { params }: RecordProps,
  find: (id: string) => Promise<T | null>,
): Promise<T> {
  const id = z.uuid().safeParse((await params).id);
  return (id.success && (await find(id.data))) || notFound();
}
