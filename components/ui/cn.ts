import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; of two conflicting ones the later wins. */
export function cn(...inputs: ClassValue[]): string {
  return twMerge(clsx(inputs));
}
