/**
 * Moves the focus to what takes the place of a form, of its step or of a button that disappears, so that it is read
 * aloud and the keyboard continues from there. Serves as a ref.
 */
export function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus();
}

/** The same for a button that disappears with everything around it: the page's content takes the focus. */
export function focusOnMain(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
