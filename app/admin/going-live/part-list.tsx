import Link from "next/link";
import { ActionForm } from "@/app/admin/allowed-action";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button-variants";
import type { Part } from "@/lib/reporting/check-parts";
import type { PartState } from "@/lib/reporting/parts/part";
import { confirmTestMailAction, sendTestMailAction } from "./actions";

const looks = { ready: "completed", missing: "failed", off: "outline" } as const satisfies Record<
  PartState,
  string
>;
const words: Record<PartState, string> = { ready: "Ready", missing: "Needs you", off: "Off" };

/** The parts with their state, one message each, and the next step. */
export function PartList({ parts }: { parts: Part[] }) {
  return (
    <ul className="flex flex-col divide-y divide-border">
      {parts.map(({ name, label, state, message, next, testMail }) => (
        <li
          key={name}
          className="grid gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-start"
        >
          <div className="flex items-center justify-between gap-3 sm:flex-col sm:items-start sm:gap-2">
            <h3 className="font-medium">{label}</h3>
            <Badge variant={looks[state]}>{words[state]}</Badge>
          </div>
          <p className="max-w-prose wrap-anywhere text-muted-foreground">{message}</p>
          <div className="flex flex-wrap gap-2">
            {next ? (
              <Link
                href={next.href}
                prefetch={false}
                className={buttonVariants({ variant: "outline", size: "sm" })}
              >
                {next.label}
              </Link>
            ) : null}
            {name === "mail" ? <TestMailSteps testMail={testMail} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Sends a test mail, and confirms one that arrived. */
function TestMailSteps({ testMail }: { testMail: Part["testMail"] }) {
  return (
    <div className="flex flex-col gap-3">
      {testMail?.canConfirm ? (
        <ActionForm
          action={confirmTestMailAction}
          submitLabel="It has arrived"
          hidden={{ id: testMail.id }}
          hasReason={false}
        />
      ) : null}
      <ActionForm
        action={sendTestMailAction}
        submitLabel="Send a test email"
        variant="outline"
        hasReason={false}
      />
    </div>
  );
}
