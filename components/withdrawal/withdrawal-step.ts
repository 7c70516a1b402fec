type Stated = { name: string; email: string; orderNumber: string };

/** The state of a withdrawal's form: a statement to be confirmed, or one that was taken. */
export type WithdrawalStep =
  | ({ kind: "review" } & Stated)
  | ({
      kind: "taken";
      /** With the time zone. */
      statedAt: string;
      /** What happens to the money; null if only the mail may say it. */
      answer: string | null;
    } & Stated);
