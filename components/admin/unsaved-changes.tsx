"use client";

import { useEffect, useRef, useState } from "react";

type Typed = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What every form of the admin pages asks for besides its own fields. */
const others = new Set(["reason", "password", "code"]);

/**
 * Inside a form: names the fields that were changed and not saved, and asks before the page is left without them. A field
 * is unsaved while it differs from what the server last sent.
 */
export function UnsavedChanges() {
  const here = useRef<HTMLDivElement>(null);
  const [labels, setLabels] = useState("");
  const isUnsaved = labels !== "";

  // Also after each render, because a save brings new values.
  useEffect(() => {
    setLabels(changedLabels(here.current?.closest("form") ?? null));
  });

  useEffect(() => {
    const form = here.current?.closest("form");
    if (!form) return;
    const look = () => setLabels(changedLabels(form));
    form.addEventListener("input", look);
    return () => form.removeEventListener("input", look);
  }, []);

  useEffect(() => {
    if (!isUnsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      if (!isLeaving(event) || window.confirm("Leave this page? What you changed here is not saved.")) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", onUnload);
    // Before React, whose links would open their page.
    window.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("click", onClick, true);
    };
  }, [isUnsaved]);

  return (
    <div ref={here} role="status" className="empty:hidden">
      {isUnsaved ? (
        <p className="rounded-lg bg-warning-soft px-3 py-2 text-sm wrap-anywhere">Not saved yet: {labels}.</p>
      ) : null}
    </div>
  );
}

function changedLabels(form: HTMLFormElement | null): string {
  const fields = [...(form?.querySelectorAll<Typed>("input[name], select[name], textarea[name]") ?? [])];
  const changed = fields.filter((field) => !others.has(field.name) && isChanged(field));
  return [...new Set(changed.map(labelOf))].join(", ");
}

function isChanged(field: Typed): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (field instanceof HTMLInputElement && field.type === "checkbox")
    return field.checked !== field.defaultChecked;
  return field.type !== "hidden" && field.value !== field.defaultValue;
}

function labelOf(field: Typed): string {
  const label = field.labels?.[0];
  // A box's label holds its hint too.
  const words = label?.querySelector("span")?.firstChild?.textContent ?? label?.textContent;
  return words?.trim() || field.name;
}

/** True for a click that opens another page here. */
function isLeaving(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return false;
  return link.pathname !== location.pathname || link.search !== location.search;
}
