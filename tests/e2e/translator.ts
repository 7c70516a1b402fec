import type { BrowserContext } from "@playwright/test";

/** How a translator changes a text node: Chrome puts elements in its place, others put it into elements. */
export type Translation = "replaces" | "wraps";

/** Makes each page change as under a browser's translator, which leaves the words alone here. */
export async function translatePages(context: BrowserContext, translation: Translation): Promise<void> {
  await context.addInitScript((way) => {
    if (!location.protocol.startsWith("http")) return;
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.currentNode; node; node = walker.nextNode() as Node) {
        const isShown =
          node.parentElement?.closest("font, script, style, noscript, textarea, title, svg") === null;
        if (node instanceof Text && isShown && node.data.trim() !== "") texts.push(node);
      }
      for (const text of texts) {
        const outer = document.createElement("font");
        const inner = outer.appendChild(document.createElement("font"));
        if (way === "replaces") {
          inner.textContent = text.data;
          text.replaceWith(outer);
        } else {
          text.before(outer);
          inner.append(text);
        }
      }
    };
    addEventListener("load", () => {
      translate(document.body);
      new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
          if (type === "characterData") translate(target);
          for (const node of addedNodes) if (node.isConnected) translate(node);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  }, translation);
}
