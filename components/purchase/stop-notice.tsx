import { RetryButton } from "@/components/forms/retry-button";
import { chooserPath } from "@/components/layout/navigation";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardContent } from "@/components/ui/card";

type StopNoticeProps = {
  title: string;
  detail: string;
  /** The heading level; 1 where the page has no other heading. */
  level?: 1 | 2;
  children: React.ReactNode;
};

/** Explains why a step can't continue, with a link to what is missing. */
export function StopNotice({ title, detail, level = 2, children }: StopNoticeProps) {
  const Heading = `h${level}` as const;
  return (
    <Card className="mx-auto w-full max-w-lg">
      <CardContent className="flex flex-col items-center gap-4 py-6 text-center">
        <Heading className="text-xl font-semibold tracking-tight">{title}</Heading>
        <p className="text-muted-foreground">{detail}</p>
        <div className="flex flex-wrap justify-center gap-3">{children}</div>
      </CardContent>
    </Card>
  );
}

/** A page that failed to render: it can be tried again. */
export function FailureNotice({ detail, retry }: { detail: string; retry: () => void }) {
  return (
    <StopNotice level={1} title="Something went wrong" detail={detail}>
      <RetryButton retry={retry} />
      <ButtonLink href={chooserPath} variant="outline">
        Return to Home
      </ButtonLink>
    </StopNotice>
  );
}
