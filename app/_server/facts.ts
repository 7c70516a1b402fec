import "server-only";
import { cache } from "react";
import { listFacts } from "@/lib/facts/count-facts";
import type { CountedFact } from "@/lib/facts/facts";
import { readForPages } from "./read-for-pages";

/** The most recently counted facts, for prerendered pages. */
export const getFacts: () => Promise<CountedFact[]> = cache(() =>
  readForPages({ name: "facts", read: listFacts, otherwise: [] }),
);
