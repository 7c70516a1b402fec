import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

/** A button at the end of a row of fields: as high as they are and on their line, above the room for their errors. */
export function FilterButton({ className, ...props }: React.ComponentProps<typeof Button>) {
  return <Button {...props} className={cn("mb-1.5 min-h-12", className)} />;
}
