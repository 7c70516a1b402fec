import { HTTPException } from "hono/http-exception";
import { z } from "zod";

/** A refusal in Resend's shape. The names are those of its error table. */
export function refusal(status: 400 | 401 | 404 | 409 | 422 | 429 | 500, name: string, message: string) {
  const res = Response.json({ statusCode: status, name, message }, { status });
  return new HTTPException(status, { res });
}

const bareAddress = z.email();

/** `a@b.example` or `Name <a@b.example>`, without line breaks, which could inject a header. */
function isAddress(value: string): boolean {
  if (/[\r\n]/.test(value)) return false;
  const named = /^[^<>]*<([^<>]+)>$/.exec(value.trim());
  return bareAddress.safeParse(named?.[1] ?? value.trim()).success;
}

const address = (field: string) =>
  z.string().refine(isAddress, {
    error: `Invalid \`${field}\` field. The email address needs to follow the \`email@example.com\` or \`Name <email@example.com>\` format.`,
  });

/** One address or a list of them. */
const addresses = (field: string) =>
  z.preprocess(
    (given) => (typeof given === "string" ? [given] : (given ?? [])),
    z.array(address(field)).max(50),
  );

const noLineBreak = z.string().regex(/^[^\r\n]*$/, "A header may not contain a line break.");

const sendSchema = z.object({
  from: address("from"),
  to: addresses("to").refine((list) => list.length > 0, "Missing `to` field."),
  subject: noLineBreak.min(1, "Missing `subject` field."),
  html: z.string().nullable().default(null),
  text: z.string().nullable().default(null),
  cc: addresses("cc"),
  bcc: addresses("bcc"),
  reply_to: addresses("reply_to"),
  headers: z.record(noLineBreak, noLineBreak).default({}),
  tags: z
    .array(z.object({ name: z.string().regex(/^[\w-]{1,256}$/), value: z.string().regex(/^[\w-]{1,256}$/) }))
    .default([]),
});

export type MailToSend = z.infer<typeof sendSchema>;

/** The mail in a `POST /emails` body. Throws a 422 with the first thing that is wrong with it. */
export function readMail(body: unknown): MailToSend {
  const parsed = sendSchema.safeParse(body);
  if (!parsed.success) throw refusal(422, "validation_error", firstProblem(parsed.error));
  const mail = parsed.data;
  if (mail.html === null && mail.text === null) {
    throw refusal(422, "validation_error", "Missing `html` or `text` field.");
  }
  return mail;
}

function firstProblem(error: z.ZodError): string {
  const issue = error.issues[0];
  const field = String(issue?.path[0] ?? "body");
  if (issue?.code === "invalid_type") return `Missing or invalid \`${field}\` field.`;
  return issue?.message ?? "The body is not a mail.";
}
