import { cn } from "./cn";

type ProgressProps = Omit<React.ComponentProps<"div">, "role" | "children"> & {
  /** Percent, clamped to 0 to 100. */
  value: number;
};

/** A progress bar in the shape of the swell. Name it with `aria-label`. */
export function Progress({ value, className, ...props }: ProgressProps) {
  const percent = Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0;
  return (
    <div
      data-slot="progress"
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className={cn("swell-mask h-5 w-full overflow-hidden bg-border", className)}
      {...props}
    >
      <div
        className="h-full origin-left bg-primary transition-transform duration-700 ease-swell"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
