"use client";

import { createContext } from "react";

type FieldLinks = { id?: string; "aria-describedby"?: string | undefined; "aria-invalid"?: true | undefined };

/** A Field passes its label, hint and error to the control inside it. */
export const FieldContext = createContext<FieldLinks>({});

/** The style of text controls: a border with enough contrast, and a text size at which iOS does not zoom. */
export const controlLook =
  "min-h-12 w-full min-w-0 rounded-lg border border-input bg-card px-3.5 text-base text-foreground transition-colors placeholder:text-muted-foreground hover:border-foreground focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-ring disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground [&[readonly]]:bg-muted aria-invalid:border-destructive";
