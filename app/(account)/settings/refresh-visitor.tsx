"use client";

import { useEffect } from "react";
import { refreshVisitor } from "@/components/layout/signed-in-user";

/** Lets the header ask again who is signed in, where the account's address has just changed. */
export function RefreshVisitor() {
  useEffect(() => refreshVisitor(true), []);
  return null;
}
