import "react";

declare module "react" {
  /** Custom properties are allowed in `style`. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
