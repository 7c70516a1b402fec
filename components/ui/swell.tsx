import { cn } from "./cn";
import { type SwellLineCount, swellAddress, swellSize } from "./swell-sprite";

type SwellDrawingProps = {
  /** The number of lines: the highest is the swell, the others are under it. */
  lines?: SwellLineCount;
  className?: string;
  style?: React.CSSProperties;
};

/**
 * The shop's drawing: a rising line with lines under it, in the current text colour. The frame moves in from the left
 * and the picture moves against it, so that the line seems to be drawn. Both run on the compositor; drawing the lines
 * would block a phone's main thread for seconds. Place it last in its box: while the page is being parsed, content
 * added above would push the drawing down.
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

/** The logo: the swell in three strokes. */
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
