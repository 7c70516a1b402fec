import { createEmulator } from "emulate";
import { z } from "zod";
import { MailError, type MailToSend } from "./schema";

/** The emulator allows 5,000 calls per hour and key, so the key changes before that in a load test. */
const callsPerKey = 1000;

const acceptedSchema = z.object({ id: z.string() });

export type ResendEmulator = Awaited<ReturnType<typeof startResendEmulator>>;

/** Starts emulate's Resend on a free port, for this process only. */
export async function startResendEmulator() {
  const emulator = await createEmulator({ service: "resend", port: 0 });
  const { port } = new URL(emulator.url);
  let calls = 0;
  return {
    /** Submits a mail that `readMail` has checked; returns its id. */
    async accept(mail: MailToSend): Promise<string> {
      const key = Math.floor(calls++ / callsPerKey);
      // Frees the emulator's copies: the mails are kept in our state.
      if (calls % callsPerKey === 0) emulator.reset();
      const response = await fetch(`http://127.0.0.1:${port}/emails`, {
        method: "POST",
        headers: { authorization: `Bearer re_front_${key}`, "content-type": "application/json" },
        body: JSON.stringify(mail),
      });
      if (response.ok) return acceptedSchema.parse(await response.json()).id;
      throw new MailError(500, "application_error", `The emulator answered ${response.status}.`);
    },
    close: () => emulator.close(),
  };
}
