import "server-only";
import { cache } from "react";
import { type CountedFact, listFacts } from "@/lib/facts/facts";
import { readForPages } from "./read-for-pages";

/** The most recently counted facts, for prerendered pages. */
export const getFacts: () => Promise<CountedFact[]> = cache(() =>
  readForPages({ name: "facts", read: listFacts, otherwise: [] }),
);
