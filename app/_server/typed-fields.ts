/** What people write themselves and would have to write again. Never a password, a code or a token. */
const names = ["email", "message", "name", "orderId", "orderReference", "username"] as const;

/** The texts that were typed into a form, by field; without what is secret. */
export function typedFields(form: FormData): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = form.get(name);
      return typeof text === "string" && text !== "" ? [[name, text]] : [];
    }),
  );
}
