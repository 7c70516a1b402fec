/**
 * The step's main action: fixed at the bottom on a phone, beside the form on a desktop, and below the form where a fixed
 * bar would cover it. The page leaves room for it.
 */
export function ActionBar({ children }: { children: React.ReactNode }) {
  return (
    <div
      data-slot="action-bar"
      className="fixed inset-x-0 bottom-0 z-30 min-h-19 border-t border-border bg-background px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:z-auto lg:min-h-0 lg:border-0 lg:bg-transparent lg:p-0 low:static low:z-auto low:min-h-0 low:border-0 low:bg-transparent low:p-0"
    >
      <div className="mx-auto flex max-w-2xl flex-col gap-2 lg:max-w-none">{children}</div>
    </div>
  );
}
