export type ToastKind = "success" | "error" | "info";
export type ToastOptions = { description?: string };
export type ToastRequest = { kind: ToastKind; title: string } & ToastOptions;

type Shower = (request: ToastRequest) => void;

let waiting: ToastRequest[] = [];
let shower: Shower | null = null;
const listeners = new Set<() => void>();

function show(request: ToastRequest): void {
  if (shower) {
    shower(request);
    return;
  }
  waiting.push(request);
  for (const listener of listeners) listener();
}

/** Shows a short message. Anything that the reader must act on belongs in the page too. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show({ kind: "success", title, ...options }),
  error: (title: string, options?: ToastOptions) => show({ kind: "error", title, ...options }),
  info: (title: string, options?: ToastOptions) => show({ kind: "info", title, ...options }),
};

/** For the Toaster: calls `listener` on the first toast. */
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
export function takeToasts(next: Shower): () => void {
  shower = next;
  const pending = waiting;
  waiting = [];
  for (const request of pending) next(request);
  return () => {
    if (shower === next) shower = null;
  };
}
