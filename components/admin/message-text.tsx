import { Fragment } from "react";
import { LocalTime } from "@/components/orders/local-time";

// As lib/base/time/time.ts writes times for operators, and as Date does.
const times =
  /(\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)/;

/** A stored message for operators: its times, which mails name in UTC, are shown in the reader's zone. */
export function MessageText({ text }: { text: string }) {
  return text.split(times).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have only their place
    <Fragment key={place}>{place % 2 === 1 ? <MessageTime text={part} /> : part}</Fragment>
  ));
}

function MessageTime({ text }: { text: string }) {
  const at = new Date(text.replace(/^(\S+) (\S+) UTC$/, "$1T$2:00Z"));
  return Number.isNaN(at.getTime()) ? text : <LocalTime at={at} />;
}
