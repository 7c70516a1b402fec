import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

/** A button at the end of a row of fields, aligned with the inputs above the space for their errors. */
export function FilterButton({ className, ...props }: React.ComponentProps<typeof Button>) {
  return <Button {...props} className={cn("mb-1.5 min-h-12", className)} />;
}
