import { Hono } from "hono";
import { z } from "zod";
import { emptyState, type MailState, mailFaults } from "./state";

const controlSchema = z.strictObject({ faults: z.array(z.enum(mailFaults)).max(1000) });

/**
 * Test controls, not part of Resend. `POST /_control` {faults} replaces the faults of the next sends: `429` and `500`
 * refuse, `hang` accepts nothing and never answers, `lost` accepts the mail and closes the connection. `GET /_control`
 * shows faults and counts; `POST /_control/reset` empties the mailbox.
 */
export function createMailControls(state: MailState, changed: () => void): Hono {
  const app = new Hono();
  const snapshot = () => ({ sendCalls: state.sendCalls, accepted: state.mails.length, faults: state.faults });
  app.get("/_control", (c) => c.json(snapshot()));
  app.post("/_control", async (c) => {
    const parsed = controlSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ error: { message: z.prettifyError(parsed.error) } }, 400);
    state.faults = parsed.data.faults;
    changed();
    return c.json(snapshot());
  });
  app.post("/_control/reset", (c) => {
    Object.assign(state, emptyState());
    changed();
    return c.json(snapshot());
  });
  return app;
}
