export type ToastKind = "success" | "error" | "info";
export type ToastOptions = { description?: string };
export type ToastRequest = { kind: ToastKind; title: string } & ToastOptions;

type Shower = (request: ToastRequest) => void;

let waiting: ToastRequest[] = [];
let shower: Shower | null = null;
let isWanted = false;
const listeners = new Set<() => void>();

function show(request: ToastRequest): void {
  if (shower) {
    shower(request);
    return;
  }
  waiting.push(request);
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Says something in passing. What a person must act on belongs in the page as well. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show({ kind: "success", title, ...options }),
  error: (title: string, options?: ToastOptions) => show({ kind: "error", title, ...options }),
  info: (title: string, options?: ToastOptions) => show({ kind: "info", title, ...options }),
};

/** For the Toaster: calls `listener` when the first toast is asked for. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the Toaster: true once a toast has been asked for. */
export function wantsToasts(): boolean {
  return isWanted;
}

/** For the Toaster: its library could not be loaded. What waited is given up, and the next toast tries again. */
export function dropToasts(): void {
  waiting = [];
  isWanted = false;
  for (const listener of listeners) listener();
}

/** For the loaded Toaster: takes over showing, first of what was asked for while it loaded. */
export function takeToasts(next: Shower): () => void {
  shower = next;
  const pending = waiting;
  waiting = [];
  for (const request of pending) next(request);
  return () => {
    if (shower === next) shower = null;
  };
}
