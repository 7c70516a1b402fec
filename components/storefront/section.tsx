import { cn } from "@/components/ui/cn";

type SectionProps = {
  id: string;
  title: string;
  lead?: string;
  className?: string;
  children: React.ReactNode;
};

/** A section with an anchor; on wide screens its title is beside the content. */
export function Section({ id, title, lead, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={cn("border-t border-border", className)}>
      <div className="column grid gap-x-12 gap-y-10 py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] lg:py-28">
        <div className="flex flex-col gap-4">
          <h2 id={`${id}-title`} className="text-3xl font-semibold tracking-tight">
            {title}
          </h2>
          {lead ? <p className="max-w-md text-muted-foreground">{lead}</p> : null}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
