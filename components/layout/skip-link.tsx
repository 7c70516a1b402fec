/** The page's first link, for keyboards: over the header to the content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:rounded-lg focus:bg-foreground focus:px-4 focus:py-2.5 focus:text-background"
    >
      Skip to the content
    </a>
  );
}
