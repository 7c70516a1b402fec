"use client";

import { type RefObject, useEffect, useState } from "react";

/**
 * What a text field holds. The browser keeps the text and this follows it, so that it counts too what was typed, or
 * filled in by the browser, before the page was ready. Empty in the HTML and while React takes it over.
 */
export function useTextOf(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): string {
  const [text, setText] = useState("");
  // After each render: a field that nobody has touched follows its default, and tells nobody.
  useEffect(() => setText(field.current?.value ?? ""));
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const { form } = element;
    const follow = () => setText(element.value);
    // The event comes before the form is emptied.
    const followReset = () => setText(element.defaultValue);
    element.addEventListener("input", follow);
    form?.addEventListener("reset", followReset);
    return () => {
      element.removeEventListener("input", follow);
      form?.removeEventListener("reset", followReset);
    };
  }, [field]);
  return text;
}
