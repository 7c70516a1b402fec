/**
 * The style of text controls: the border has the contrast that controls need, and the text size does not make iOS
 * zoom.
 */
export const controlLook =
  "min-h-12 w-full min-w-0 rounded-lg border border-input bg-card px-3.5 text-base text-foreground transition-colors placeholder:text-muted-foreground hover:border-foreground focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-ring disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground [&[readonly]]:bg-muted aria-invalid:border-destructive";
