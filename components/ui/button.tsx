import { type ButtonVariantProps, buttonVariants } from "./button-variants";
import { cn } from "./cn";

type ButtonProps = React.ComponentProps<"button"> & ButtonVariantProps;

/** A button. Every size is large enough for touch. */
export function Button({ className, variant, size, ...props }: ButtonProps) {
  return <button {...props} className={cn(buttonVariants({ variant, size }), className)} />;
}
