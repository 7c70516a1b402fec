import { getSite } from "@/app/_server/site";
import { PageFrame } from "@/components/layout/page-frame";

export default async function AccountLayout({ children }: { children: React.ReactNode }) {
  return <PageFrame site={await getSite()}>{children}</PageFrame>;
}
