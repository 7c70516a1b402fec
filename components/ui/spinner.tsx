import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** A spinner without text: put a label beside it. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn("size-4.5 animate-spin", className)} />;
}
