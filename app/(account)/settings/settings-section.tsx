import { useId } from "react";
import { Card, CardContent } from "@/components/ui/card";

type SettingsSectionProps = { title: string; detail: React.ReactNode; children: React.ReactNode };

/** A section of the settings: description beside content, one above the other on a phone. */
export function SettingsSection({ title, detail, children }: SettingsSectionProps) {
  const id = useId();
  return (
    // Takes the focus from a form that a success removes.
    <Card role="region" aria-labelledby={id} tabIndex={-1}>
      <CardContent className="grid gap-x-10 gap-y-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <div className="flex flex-col gap-1.5">
          <h2 id={id} className="text-lg font-semibold tracking-tight">
            {title}
          </h2>
          <div className="text-sm text-muted-foreground">{detail}</div>
        </div>
        <div className="flex flex-col gap-6">{children}</div>
      </CardContent>
    </Card>
  );
}

export function Disclosure({ title, children }: { title: React.ReactNode; children: React.ReactNode }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium underline underline-offset-4">
        {title}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
