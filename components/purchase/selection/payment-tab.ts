/** A tab that waits for the address of the payment page. */
export type PaymentTab = {
  /** Leads the tab to the payment page; nothing happens if it was closed in the meantime. */
  go(url: string): void;
  close(): void;
};

/**
 * Opens the tab for the payment page. Call it in the click itself: later it would be a pop-up and blocked. Null when
 * the browser blocks it all the same. The tab knows nothing of the page that opened it.
 */
export function openPaymentTab(): PaymentTab | null {
  const tab = window.open("about:blank", "_blank");
  if (!tab || tab.closed) return null;
  tab.document.title = "Opening the payment page";
  tab.document.body.textContent = "Opening the payment page...";
  tab.opener = null;
  return {
    go: (url) => {
      if (!tab.closed) tab.location.replace(url);
    },
    close: () => tab.close(),
  };
}
