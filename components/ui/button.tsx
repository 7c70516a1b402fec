import { Slot } from "radix-ui";
import { type ButtonVariantProps, buttonVariants } from "./button-variants";
import { cn } from "./cn";

type ButtonProps = React.ComponentProps<"button"> & ButtonVariantProps & { asChild?: boolean };

/** A button; with `asChild` the styles go to its one child, usually a link. Every size is large enough for touch. */
export function Button({ className, variant, size, asChild = false, ...props }: ButtonProps) {
  const Element = asChild ? Slot.Root : "button";
  return (
    <Element data-slot="button" className={cn(buttonVariants({ variant, size }), className)} {...props} />
  );
}
