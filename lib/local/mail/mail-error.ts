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
