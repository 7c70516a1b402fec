import { getSite } from "@/app/_server/site";
import { AccountFrame } from "@/components/layout/account-frame";

export default async function AuthLayout({ children }: { children: React.ReactNode }) {
  return (
    <AccountFrame site={await getSite()}>
      <div className="mx-auto w-full max-w-md">{children}</div>
    </AccountFrame>
  );
}
