import { cn } from "./cn";
import { type SwellLineCount, swellAddress, swellSize } from "./swell-sprite";

type SwellDrawingProps = {
  /** How many lines: the highest is the swell, the others lie under it. */
  lines?: SwellLineCount;
  className?: string;
  style?: React.CSSProperties;
};

/**
 * The shop's one picture: a line that rises, and the water under it. Drawn once, in the current text colour: the frame
 * comes in from the left and the picture moves against it, so that it stands still while more and more of it is seen.
 * Both are moved by the compositor; drawing the lines themselves would keep a phone's main thread busy for seconds.
 *
 * Where it hangs at the bottom of a box it comes last in it: a browser may paint a page that it has half read, and the
 * drawing would go down with each line that is added above.
 */
export function SwellDrawing({ lines = 8, className, style }: SwellDrawingProps) {
  return (
    <span className={cn("swell-frame block", className)} style={style}>
      <svg
        viewBox={`0 0 ${swellSize.width} ${swellSize.height}`}
        preserveAspectRatio="none"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        className="swell-picture block size-full overflow-visible"
      >
        <use href={swellAddress(lines)} />
      </svg>
    </span>
  );
}

/** The mark beside the name: the swell in three strokes. */
export function SwellMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={cn("size-8", className)}>
      <g stroke="currentColor" strokeLinecap="round">
        <path d="M3 20.5C8 20.5 10.5 15.5 15 15.5S22 8 29 6.5" strokeWidth="3.4" />
        <path d="M3 25C9.5 25 11.5 21 16.5 20.8S23 15.5 29 14" strokeWidth="2.4" opacity="0.7" />
        <path d="M3 29C11 29 12.5 26.5 18 26.2S24 22.5 29 21.5" strokeWidth="1.6" opacity="0.45" />
      </g>
    </svg>
  );
}
