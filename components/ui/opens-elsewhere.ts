/** True for a click on a link that the browser opens in a new tab or window, or downloads: it stays the browser's. */
export function opensElsewhere(event: React.MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
