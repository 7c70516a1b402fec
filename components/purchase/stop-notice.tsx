import { Card, CardContent } from "@/components/ui/card";

/** A step that cannot go on: what is missing, and the way to it. */
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
