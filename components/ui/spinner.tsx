import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** A spinner without text: put a label beside it. */
export function Spinner({ className, ...props }: React.ComponentProps<"svg">) {
  return (
    <LoaderCircle
      data-slot="spinner"
      aria-hidden="true"
      className={cn("size-4.5 animate-spin", className)}
      {...props}
    />
  );
}
