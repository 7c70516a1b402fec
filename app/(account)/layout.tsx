import { getSite } from "@/app/_server/site";
import { AccountFrame } from "@/components/layout/account-frame";

export default async function AccountLayout({ children }: { children: React.ReactNode }) {
  return <AccountFrame site={await getSite()}>{children}</AccountFrame>;
}
