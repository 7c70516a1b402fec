type ProsePageProps = {
  title: string;
  lead: string;
  /** Below the lead. */
  note?: React.ReactNode;
  children: React.ReactNode;
};

/** A page of text: one column of readable width, with its title beside it on wide screens. */
export function ProsePage({ title, lead, note, children }: ProsePageProps) {
  return (
    <article className="column grid gap-x-12 gap-y-10 py-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)] lg:py-24">
      <header className="flex flex-col gap-4 self-start lg:sticky lg:top-28">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        {lead ? <p className="max-w-sm text-lg text-muted-foreground">{lead}</p> : null}
        {note}
      </header>
      <div className="flex max-w-prose flex-col gap-4 [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4 [&_h2]:mt-8 [&_h2]:border-t [&_h2]:border-border [&_h2]:pt-8 [&_h2]:text-xl [&_h2]:font-semibold [&_h2]:tracking-tight [&_h2:first-child]:mt-0 [&_h2:first-child]:border-0 [&_h2:first-child]:pt-0 [&_h3]:mt-2 [&_h3]:font-semibold [&_li]:mb-2 [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5 marker:[&_ul]:text-primary">
        {children}
      </div>
    </article>
  );
}
