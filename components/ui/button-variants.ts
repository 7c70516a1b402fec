import { cva, type VariantProps } from "class-variance-authority";

/**
 * The button styles, also for links to other sites and downloads. A label wraps only where large text leaves a phone no
 * room for it.
 */
export const buttonVariants = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-semibold whitespace-nowrap max-[20rem]:max-w-full max-[20rem]:whitespace-normal transition-[background-color,border-color,color,transform] duration-150 select-none active:translate-y-px disabled:pointer-events-none disabled:bg-muted disabled:text-muted-foreground disabled:border-border [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4.5",
  {
    variants: {
      variant: {
        default: "bg-primary text-primary-foreground hover:bg-primary-hover",
        outline: "border border-input bg-transparent text-foreground hover:border-foreground hover:bg-accent",
        secondary: "bg-foreground text-background hover:bg-foreground/85",
        ghost: "text-foreground hover:bg-accent",
        destructive: "bg-destructive text-destructive-foreground hover:bg-destructive/90",
      },
      size: {
        sm: "min-h-11 px-3.5 text-sm",
        default: "min-h-11 px-5 text-sm",
        lg: "min-h-13 px-6 text-base",
        icon: "size-11",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

export type ButtonVariantProps = VariantProps<typeof buttonVariants>;
