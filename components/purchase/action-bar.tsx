/**
 * The step's main action: fixed at the bottom on a phone, beside the form on a desktop, and below the form where a fixed
 * bar would cover too much (`bar` in globals.css). The page leaves room for it.
 */
export function ActionBar({ children }: { children: React.ReactNode }) {
  return (
    <div
      data-slot="action-bar"
      className="bar:fixed bar:inset-x-0 bar:bottom-0 bar:z-30 bar:min-h-19 bar:border-t bar:bg-background bar:px-4 bar:pt-3 bar:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto max-w-2xl lg:max-w-none">{children}</div>
    </div>
  );
}
