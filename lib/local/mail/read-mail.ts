import { z } from "zod";

/** An error in Resend's shape: `{statusCode, name, message}`. The names are those of its error table. */
export class MailError extends Error {
  readonly status: 400 | 401 | 404 | 409 | 422 | 429 | 500;
  readonly code: string;

  constructor(status: MailError["status"], code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  body(): { statusCode: number; name: string; message: string } {
    return { statusCode: this.status, name: this.code, message: this.message };
  }
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

const addresses = (field: string) =>
  z
    .union([address(field).transform((one) => [one]), z.array(address(field)).max(50)])
    .nullish()
    .transform((list) => list ?? []);

const noLineBreak = z.string().regex(/^[^\r\n]*$/, "A header may not contain a line break.");

const sendSchema = z.object({
  from: address("from"),
  to: addresses("to").refine((list) => list.length > 0, "Missing `to` field."),
  subject: noLineBreak.min(1, "Missing `subject` field."),
  html: z.string().nullish(),
  text: z.string().nullish(),
  cc: addresses("cc"),
  bcc: addresses("bcc"),
  reply_to: addresses("reply_to"),
  headers: z.record(noLineBreak, noLineBreak).default({}),
  tags: z
    .array(z.object({ name: z.string().regex(/^[\w-]{1,256}$/), value: z.string().regex(/^[\w-]{1,256}$/) }))
    .default([]),
});

/** The mail in a `POST /emails` body. Throws MailError 422 with the first thing that is wrong with it. */
export function readMail(body: unknown): z.infer<typeof sendSchema> {
  const parsed = sendSchema.safeParse(body);
  if (!parsed.success) throw new MailError(422, "validation_error", firstProblem(parsed.error));
  const mail = parsed.data;
  if (mail.html == null && mail.text == null) {
    throw new MailError(422, "validation_error", "Missing `html` or `text` field.");
  }
  return mail;
}

function firstProblem(error: z.ZodError): string {
  const issue = error.issues[0];
  const field = String(issue?.path[0] ?? "body");
  if (issue?.code === "invalid_type") return `Missing or invalid \`${field}\` field.`;
  // A list of addresses or a single one. The union's own message is generic, its branch's is specific.
  if (issue?.code === "invalid_union") {
    const messages = issue.errors.flat().filter((one) => one.code === "custom");
    return messages[0]?.message ?? `Missing or invalid \`${field}\` field.`;
  }
  return issue?.message ?? "The body is not a mail.";
}
