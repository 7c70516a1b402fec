import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getSite } from "@/app/_server/site";
import { FormPage } from "@/components/storefront/form-page";
import { WithdrawalForm } from "@/components/withdrawal/withdrawal-form";
import { withdrawAction } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getSite();
  return {
    title: "Withdraw from contract",
    description: `Withdraw from an order at ${name} within 14 days, without giving a reason. You get a dated receipt by email.`,
    alternates: { canonical: "/withdraw" },
  };
}

/** Withdrawal without an account (Directive 2011/83, Art. 11a). 404 if the settings have switched it off. */
export default async function WithdrawPage() {
  if (!(await getSite()).takesWithdrawals) notFound();
  return (
    <FormPage
      title="Withdraw from contract"
      lead="You can withdraw from an order within 14 days, without giving a reason. You get a dated receipt by email, with a link to confirm it. Then we cancel what has not been sent yet, and the price of what was not delivered goes back to you."
    >
      <WithdrawalForm action={withdrawAction} />
    </FormPage>
  );
}
