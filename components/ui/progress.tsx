import { cn } from "./cn";

type ProgressProps = {
  /** Percent; above 100 the bar is full. */
  value: number;
  "aria-label": string;
  className?: string;
};

/** A progress bar in the shape of the swell. */
export function Progress({ value, className, ...name }: ProgressProps) {
  const percent = Math.min(100, value);
  return (
    <div
      {...name}
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className={cn("swell-mask h-5 w-full overflow-hidden bg-border", className)}
    >
      <div
        className="h-full origin-left bg-primary transition-transform duration-700 ease-swell"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}
