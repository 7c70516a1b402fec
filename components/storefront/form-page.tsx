type FormPageProps = { title: string; lead: string; children: React.ReactNode };

/** A page of one form in a narrow column. */
export function FormPage({ title, lead, children }: FormPageProps) {
  return (
    <div className="column flex flex-col items-center py-16 lg:py-24">
      <div className="flex w-full max-w-md flex-col gap-8">
        <header className="flex flex-col gap-3">
          <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
          <p className="text-muted-foreground">{lead}</p>
        </header>
        {children}
      </div>
    </div>
  );
}
