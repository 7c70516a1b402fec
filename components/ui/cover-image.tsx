type CoverImageProps = {
  /** An address of the shop's own image proxy; without one nothing is shown. */
  src: string | null;
  width: number;
  height: number;
  loading?: "lazy";
};

/** A picture that covers its box, and what the box shows until it has loaded. */
export function CoverImage({ src, ...props }: CoverImageProps) {
  if (!src) return null;
  return (
    // biome-ignore lint/performance/noImgElement: the proxy already serves small pictures of a known size.
    <img src={src} alt="" decoding="async" className="absolute inset-0 size-full object-cover" {...props} />
  );
}
