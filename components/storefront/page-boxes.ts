import type { Box } from "./popup-place";

const controlSelector = "a[href], button, input, select, textarea, summary, [tabindex='0'], header";
const textSelector = "h1, h2, h3, p, dt, dd, li, span";

/** The boxes of what can be used and of what is read in the window now, except inside `popup`. */
export function readPageBoxes(popup: Element): { controls: Box[]; texts: Box[] } {
  return {
    controls: listBoxes(controlSelector, popup),
    texts: listBoxes(textSelector, popup, (element) => element.textContent?.trim() !== ""),
  };
}

function listBoxes(
  selector: string,
  popup: Element,
  counts: (element: Element) => boolean = () => true,
): Box[] {
  const boxes: Box[] = [];
  for (const element of document.querySelectorAll(selector)) {
    if (popup.contains(element) || !counts(element)) continue;
    const box = element.getBoundingClientRect();
    const isInWindow = box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
    if (isInWindow) boxes.push(box);
  }
  return boxes;
}
