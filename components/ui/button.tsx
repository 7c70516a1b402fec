import { Slot } from "radix-ui";
import { type ButtonVariantProps, buttonVariants } from "./button-variants";
import { cn } from "./cn";

type ButtonProps = React.ComponentProps<"button"> & ButtonVariantProps & { asChild?: boolean };

/** A button; with `asChild` its one child (a link, mostly) takes the look. Every size can be hit with a thumb. */
export function Button({ className, variant, size, asChild = false, ...props }: ButtonProps) {
  const Element = asChild ? Slot.Root : "button";
  return (
    <Element data-slot="button" className={cn(buttonVariants({ variant, size }), className)} {...props} />
  );
}
