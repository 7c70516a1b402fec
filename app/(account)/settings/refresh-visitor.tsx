"use client";

import { useEffect } from "react";
import { refreshVisitor } from "@/components/layout/use-visitor";

/** Updates the header after the account's address has changed. */
export function RefreshVisitor() {
  useEffect(() => refreshVisitor(true), []);
  return null;
}
