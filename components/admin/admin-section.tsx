import { useId } from "react";

type AdminSectionProps = {
  title: string;
  detail?: React.ReactNode;
  /** Actions of this section, beside the title. */
  actions?: React.ReactNode;
  /** The fragment of the address that leads here. */
  anchor?: string;
  children: React.ReactNode;
};

/** A titled section of an admin page, with its actions. */
export function AdminSection({ title, detail, actions, anchor, children }: AdminSectionProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-4 rounded-xl border border-border bg-card p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex max-w-prose flex-col gap-1">
          <h2 id={id} className="text-lg font-semibold tracking-tight">
            {title}
          </h2>
          {detail ? <div className="text-sm text-muted-foreground">{detail}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
