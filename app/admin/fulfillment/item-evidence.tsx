import { AllowedDialog } from "@/app/admin/allowed-action";
import { addErrorRuleAction } from "@/app/admin/suppliers/actions";
import { errorMeanings } from "@/app/admin/suppliers/error-meanings";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { plural } from "@/lib/base/text/plural";
import type { CallDetails, ItemDetails } from "@/lib/operator/reporting/item-details";
import { reasonText } from "@/lib/operator/reporting/reason-text";

/** An item's calls to suppliers with their answers, the counts of its target, and its refills. */
export function ItemEvidence({ item }: { item: ItemDetails }) {
  if (item.calls.length === 0 && item.counts.length === 0 && item.refills.length === 0) return null;
  return (
    <details className="rounded-lg border border-border">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-semibold">
        Evidence: {plural(item.calls.length, "call")}, {plural(item.counts.length, "count")},{" "}
        {plural(item.refills.length, "refill")}
      </summary>
      <div className="flex flex-col gap-4 border-t border-border p-4 text-sm">
        {item.calls.map((call) => (
          <Call key={call.id} call={call} />
        ))}
        {item.counts.length > 0 ? (
          <ul aria-label="Counts" className="flex flex-col gap-1">
            {item.counts.map((count) => (
              <li key={count.id} className="tabular-nums">
                {count.shown} {count.moment}
                {count.unitsMissing ? `, ${plural(count.unitsMissing, "unit")} missing by two looks` : null} (
                {count.source}), <LocalTime at={count.takenAt} className="text-muted-foreground" />
              </li>
            ))}
          </ul>
        ) : null}
        {item.refills.length > 0 ? (
          <ul aria-label="Refills" className="flex flex-col gap-1">
            {item.refills.map((refill) => (
              <li key={refill.id} className="flex flex-wrap items-center gap-2">
                Refill <StateBadge state={refill.state} />
                {refill.missing === null ? null : `${refill.missing.toLocaleString("en-US")} missing`}
                {refill.supplierRefillId ? ` · number ${refill.supplierRefillId}` : null}
                <LocalTime at={refill.createdAt} className="text-muted-foreground" />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </details>
  );
}

function Call({ call }: { call: CallDetails }) {
  return (
    <article className="flex min-w-0 flex-col gap-2">
      <h4 className="flex flex-wrap items-center gap-2 font-semibold">
        Call {call.attempt}: {call.action} <StateBadge state={call.outcome ?? "open"} />
        <LocalTime at={call.startedAt} className="font-normal text-muted-foreground" />
      </h4>
      {call.reason ? <p>{reasonText(call.reason, call)}.</p> : null}
      <Quote label="Request (without the key)" text={call.request} />
      <Quote
        label={call.httpStatus === null ? "Answer" : `Answer, HTTP ${call.httpStatus}`}
        text={call.answer || (call.httpStatus === null ? "None." : "Empty.")}
      />
      {call.unfamiliarText === null ? null : (
        <AllowedDialog
          label="Explain this answer"
          detail="The shop does not know this text. From now on, what you choose is what it means when this supplier answers with it; * stands for anything. Every meaning except the last says that nothing was bought."
          action={addErrorRuleAction}
          submitLabel="Save"
          hidden={{ supplierId: call.supplierId }}
        >
          <ActionInput
            name="pattern"
            label="Text"
            defaultValue={call.unfamiliarText}
            maxLength={200}
            required
          />
          <ActionSelect name="code" label="Meaning" options={Object.entries(errorMeanings)} />
        </AllowedDialog>
      )}
    </article>
  );
}

function Quote({ label, text }: { label: string; text: string }) {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-muted-foreground">{label}</figcaption>
      <pre className="max-h-60 overflow-y-auto rounded-md bg-muted p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </figure>
  );
}
