import type { Metadata } from "next";
import { requireCustomer } from "@/app/_server/session";
import { SettingsForm } from "@/components/account/settings-form";
import { Card, CardContent } from "@/components/ui/card";
import { confirmEmailAction } from "./actions";

type ConfirmEmailPageProps = { searchParams: Promise<{ token?: string | string[] }> };

export const dynamic = "force-dynamic";

/** The link is a secret: it is not told to the pages it leads to. */
export const metadata: Metadata = {
  title: "Confirm your new email",
  robots: { index: false },
  referrer: "same-origin",
};

/** Where the mail to a new address leads; the button makes it the account's. */
export default async function ConfirmEmailPage({ searchParams }: ConfirmEmailPageProps) {
  const { token } = await searchParams;
  const value = typeof token === "string" ? token : "";
  const user = await requireCustomer(`/settings/confirm-email?token=${encodeURIComponent(value)}`);
  return (
    <Card className="mx-auto w-full max-w-xl">
      <CardContent className="flex flex-col gap-5">
        <h1 className="text-2xl font-semibold tracking-tight">Confirm your new email</h1>
        <p className="wrap-anywhere">
          You are signed in as {user.email}. From now on you will sign in, and get your receipts, at the
          address this link was sent to.
        </p>
        <SettingsForm
          action={confirmEmailAction}
          hidden={{ token: value }}
          submitLabel="Use the new address"
          variant="default"
        />
      </CardContent>
    </Card>
  );
}
