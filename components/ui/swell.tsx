import { cn } from "./cn";
import { swellMark } from "./swell-path";
import { type SwellLineCount, swellAddress, swellSize } from "./swell-sprite";

type SwellDrawingProps = {
  /** The number of lines: the highest is the swell, the others are under it. */
  lines: SwellLineCount;
  className?: string;
  style?: React.CSSProperties;
};

/**
 * The shop's drawing: a rising line with lines under it, in the current text colour. The frame moves in from the left
 * and the picture moves against it, so that the line seems to be drawn. Both run on the compositor; drawing the lines
 * would block a phone's main thread for seconds. Place it last in its box: while the page is being parsed, content
 * added above would push the drawing down.
 */
export function SwellDrawing({ lines, className, style }: SwellDrawingProps) {
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

/** The swell at the bottom of a box, behind its content. */
export function SwellGround({ lines, className }: Omit<SwellDrawingProps, "style">) {
  const look = "pointer-events-none absolute inset-x-0 bottom-0 -z-10 w-full";
  return <SwellDrawing lines={lines} className={cn(look, className)} />;
}

/** The logo: the swell in three strokes. */
export function SwellMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <g stroke="currentColor" strokeLinecap="round">
        {swellMark.map((stroke) => (
          <path key={stroke.d} {...stroke} />
        ))}
      </g>
    </svg>
  );
}
