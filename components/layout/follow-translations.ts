/** The elements that stand where a translator took a text node out. */
const translations = new WeakMap<Node, Element>();

/**
 * Lets React change a page that the browser has translated. A translator puts an element with the translated words in
 * the place of each text node, while React keeps the node that it made (React's issue 11538). Without this, a text that
 * changes would stay as it was translated, and React would throw when it removes the text or inserts something before
 * it. To be called before React starts.
 */
export function followTranslations(): void {
  new MutationObserver((records) => {
    noteTranslations(records);
    keepTypedText(records);
  }).observe(document, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");

  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string | null) {
      nodeValue?.set?.call(this, value);
      // The translator notices the new text and translates it again.
      translations.get(this)?.replaceWith(this);
    },
  });
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const place = placeOf(child, this);
    if (place) removeChild.call(place.parentNode, place);
    else if (!(child instanceof Text)) removeChild.call(this, child);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    let place = next && placeOf(next, this);
    while (place && place.parentNode !== this) place = place.parentNode;
    if (next && !place && !(next instanceof Text)) place = next;
    return insertBefore.call(this, node, place) as T;
  };
}

/** The node itself or its translation, somewhere within the parent; null when the translator dropped both. */
function placeOf(node: Node, parent: Node): Node | null {
  const place = node.parentNode ? node : translations.get(node);
  return place && parent.contains(place) ? place : null;
}

function noteTranslations(records: MutationRecord[]): void {
  const added = new Set(records.flatMap((record) => [...record.addedNodes]));
  for (const record of records) {
    const places = [...record.addedNodes, record.previousSibling, record.nextSibling];
    const translation = places.find((node) => node instanceof Element && added.has(node));
    for (const node of record.removedNodes) {
      if (node instanceof Text && !node.isConnected && translation)
        translations.set(node, translation as Element);
    }
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * A page that was translated before React had taken it over is rendered again by React, as new elements. What the
 * visitor has typed by then moves into the new fields.
 */
function keepTypedText(records: MutationRecord[]): void {
  const gone = records
    .filter(({ target }) => target === document.body)
    .flatMap(({ removedNodes }) => [...removedNodes])
    .filter((node) => node instanceof HTMLElement && !node.isConnected)
    .flatMap((node) => textFieldsOf(node as HTMLElement));
  if (gone.every(isUntouched)) return;
  const present = textFieldsOf(document.body);
  for (const field of gone) {
    const place = gone.filter(({ name }) => name === field.name).indexOf(field);
    const successor = present.filter(({ name }) => name === field.name)[place];
    if (isUntouched(field) || !successor || !isUntouched(successor)) continue;
    // React replaces the property of each field; its own setter would hide the change from React.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(successor), "value") ?? {};
    set?.call(successor, field.value);
    successor.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function textFieldsOf(element: HTMLElement): TextField[] {
  const fields = element.querySelectorAll<TextField>(
    "textarea[name], input[name]:not([type=checkbox], [type=radio], [type=hidden], [type=file])",
  );
  return [...fields];
}

const isUntouched = ({ value, defaultValue }: TextField) => value === defaultValue;
