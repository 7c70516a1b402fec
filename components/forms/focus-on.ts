/**
 * A ref: what takes the place of a form, or of its step, gets the focus, so that it is read aloud and the keyboard
 * continues from there.
 */
export function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
