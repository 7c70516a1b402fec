import Link from "next/link";
import { type ButtonVariantProps, buttonVariants } from "./button-variants";
import { cn } from "./cn";

export function ButtonLink({
  variant,
  size,
  className,
  ...props
}: React.ComponentProps<typeof Link> & ButtonVariantProps) {
  return <Link {...props} className={cn(buttonVariants({ variant, size }), className)} />;
}
