import "server-only";
import { z } from "zod";
import { findLive } from "@/lib/shop/catalog/vocabulary";

/** A platform that is sold, by its slug. */
export const platformSchema = z
  .string({ error: "platform is missing." })
  .refine((slug) => findLive(slug) !== null, "There is no platform of this name.");
