/** `action` is a button, for a step that the page offers too. */
type Details = { description?: string; action?: { label: string; onClick(): void } };
type Toast = Details & { kind: "success" | "error" | "info"; title: string };
type ShowToast = (shown: Toast) => void;

let waiting: Toast[] = [];
let showToast: ShowToast | null = null;
const listeners = new Set<() => void>();

const showAs = (kind: Toast["kind"]) => (title: string, options?: Details) => {
  const shown = { kind, title, ...options };
  if (showToast) {
    showToast(shown);
    return;
  }
  waiting.push(shown);
  for (const listener of listeners) listener();
};

/** Shows a short message. Anything that the reader must act on belongs in the page too. */
export const toast = { success: showAs("success"), error: showAs("error"), info: showAs("info") };

/** For the Toaster: calls `listener` when `wantsToasts` may have changed. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the Toaster: true while a toast waits for the library. */
export function wantsToasts(): boolean {
  return waiting.length > 0;
}

/** For the Toaster: the library failed to load. Queued toasts are dropped, and the next one tries again. */
export function dropToasts(): void {
  waiting = [];
  for (const listener of listeners) listener();
}

/** For the loaded Toaster: takes over, starting with the queued toasts. */
export function takeToasts(next: ShowToast): () => void {
  showToast = next;
  const pending = waiting;
  waiting = [];
  for (const shown of pending) next(shown);
  return () => {
    if (showToast === next) showToast = null;
  };
}
