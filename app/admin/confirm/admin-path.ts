import { safePath } from "@/lib/people/auth/safe-path";

/** `wanted` if it is a path of the admin pages, else the overview. */
export function adminPathOf(wanted: string): string {
  const path = safePath(wanted);
  return /^\/admin(?:[/?]|$)/.test(path) ? path : "/admin";
}
