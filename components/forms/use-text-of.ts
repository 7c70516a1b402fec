"use client";

import { type RefObject, useEffect, useState } from "react";

/**
 * The text of an uncontrolled field, including what was typed or autofilled before hydration. Empty in the HTML and
 * during hydration.
 */
export function useTextOf(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): string {
  const [text, setText] = useState("");
  // Runs after each render, because an unedited field follows its default without an event.
  useEffect(() => setText(field.current?.value ?? ""));
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const { form } = element;
    const follow = () => setText(element.value);
    // The reset event fires before the form is emptied.
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
