type Stated = { name: string; email: string; orderNumber: string };

/** What a withdrawal's form has led to: the statement to be confirmed, or the one that was taken. */
export type WithdrawalStep =
  | ({ kind: "review" } & Stated)
  | ({
      kind: "taken";
      /** With the time zone. */
      statedAt: string;
      /** What happens with the money; null where only the mail may say it. */
      answer: string | null;
    } & Stated);
