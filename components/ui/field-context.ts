"use client";

import { createContext, useContext } from "react";

export type FieldLinks = { id: string; describedBy: string | undefined; isInvalid: boolean };

/** Tells the control inside a Field which label, hint and error are its own. */
export const FieldContext = createContext<FieldLinks | null>(null);

type LinkedProps = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: React.AriaAttributes["aria-invalid"];
};

/** The control's own props, completed by those of the Field around it; what the caller set stays. */
export function useFieldLinks<Props extends LinkedProps>(props: Props): Props {
  const links = useContext(FieldContext);
  if (!links) return props;
  const describedBy = [links.describedBy, props["aria-describedby"]].filter(Boolean).join(" ");
  return {
    ...props,
    id: props.id ?? links.id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": props["aria-invalid"] ?? (links.isInvalid || undefined),
  };
}
