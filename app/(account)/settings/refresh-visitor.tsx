"use client";

import { useEffect } from "react";
import { refreshVisitor } from "@/components/layout/signed-in-user";

/** Updates the header after the account's address has changed. */
export function RefreshVisitor() {
  useEffect(() => refreshVisitor(true), []);
  return null;
}
