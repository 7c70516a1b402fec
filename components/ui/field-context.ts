"use client";

import { createContext, useContext } from "react";

export type FieldLinks = { id: string; describedBy: string | undefined; isInvalid: boolean };

/** Gives the control inside a Field its label, hint and error. */
export const FieldContext = createContext<FieldLinks | null>(null);

type LinkedProps = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: React.AriaAttributes["aria-invalid"];
};

/** The control's props, completed by the surrounding Field; the caller's win. */
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
