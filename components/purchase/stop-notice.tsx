import { Card, CardContent } from "@/components/ui/card";

/** Explains why a step can't continue, with a link to what is missing. */
export function StopNotice({
  title,
  detail,
  children,
}: {
  title: string;
  detail: string;
  children: React.ReactNode;
}) {
  return (
    <Card className="mx-auto w-full max-w-lg">
      <CardContent className="flex flex-col items-center gap-4 py-6 text-center">
        <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
        <p className="text-muted-foreground">{detail}</p>
        <div className="flex flex-wrap justify-center gap-3">{children}</div>
      </CardContent>
    </Card>
  );
}
