import { version } from "@/package.json";
import { getCommit } from "./env";

export type Release = { version: string; commit: string | null };

/** The release that this process runs: package.json's version, and the commit that an image was built from. */
export function getRelease(): Release {
  return { version, commit: getCommit() };
}
