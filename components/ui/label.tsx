import { cn } from "./cn";

/** A label; set `htmlFor` to the control's id. */
export function Label({ className, ...props }: React.ComponentProps<"label">) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller names the control by htmlFor.
    <label data-slot="label" className={cn("text-sm font-semibold", className)} {...props} />
  );
}
