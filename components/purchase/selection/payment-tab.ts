/**
 * Says in the tab of the payment page what it is waiting for: placing the order may take seconds. The empty tab loads
 * nothing, so it takes the shop's colours from this page.
 */
export function fillPaymentTab(tab: Window): void {
  const fill = () => {
    const { document: target } = tab;
    if (target.body.childElementCount > 0) return;
    const { backgroundColor, color } = getComputedStyle(document.body);
    target.documentElement.lang = "en";
    target.title = "Opening the payment page";
    Object.assign(target.body.style, { backgroundColor, color });
    const main = target.createElement("main");
    Object.assign(main.style, {
      maxWidth: "32rem",
      margin: "20vh auto",
      padding: "0 1.5rem",
      font: "1.0625rem/1.6 system-ui, sans-serif",
      textAlign: "center",
    });
    const heading = target.createElement("h1");
    Object.assign(heading.style, { font: "600 1.875rem/1.2 system-ui, sans-serif" });
    heading.textContent = "Opening the payment page...";
    const text = target.createElement("p");
    text.textContent =
      "We're saving your order and asking Stripe for its payment page. It opens here in a few seconds. Nothing is charged before you pay there.";
    main.append(heading, text);
    target.body.append(main);
  };
  fill();
  // Firefox loads the empty page once more, without its content.
  tab.addEventListener("load", fill);
}
