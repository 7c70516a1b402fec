import { Plus } from "lucide-react";
import type { Question } from "@/lib/shop/content/services";

/** Questions that open in place, even without JavaScript. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="border-b border-border">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-t border-border">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-4 text-lg font-medium [&::-webkit-details-marker]:hidden">
            {question}
            <Plus
              aria-hidden="true"
              className="size-5 shrink-0 text-primary transition-transform duration-200 group-open:rotate-45"
            />
          </summary>
          <p className="max-w-prose pr-9 pb-6 text-muted-foreground">{answer}</p>
        </details>
      ))}
    </div>
  );
}
