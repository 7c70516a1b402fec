import { inWords } from "@/lib/base/text/words";

// The errors that need an explanation. Others, such as Resend's `rate_limit_exceeded`, are shown as words.
const messages: Record<string, string> = {
  smtp_451: "the mail server asks to try again later",
  smtp_452: "the mailbox or the mail server is full for now",
  smtp_530: "the mail server wants a user name and a password in SMTP_URL",
  smtp_535: "the mail server refuses the user name or the password in SMTP_URL",
  smtp_550: "the mail server refuses the mail or its sender, or does not know the mailbox",
  smtp_552: "the mailbox is over its quota, or the mail is too large",
  smtp_554: "the mail server refuses the mail or its sender",
  answer_lost: "the mail server did not answer after it had the whole mail, so it may have arrived",
  certificate_expired: "the mail server's certificate has expired",
  certificate_misnamed: "the mail server's certificate is for another name than SMTP_URL has",
  certificate_unknown: "the mail server's certificate is from no authority that this machine trusts",
  econnection: "the connection to the mail server failed",
  edns: "the name of the mail server was not found",
  esocket: "the connection to the mail server failed",
  etimedout: "the mail server did not answer in time",
  etls: "the mail server offers no TLS, or none that is new enough",
};

/** The stored error of a mail, for an operator: in words, with the code to search for. */
export function mailErrorText(error: string): string {
  const message = messages[error];
  return message ? `${message} (${error})` : inWords(error);
}
