import { CurrentLegalPage, legalMetadata } from "@/app/_server/legal-page";

export const generateMetadata = () => legalMetadata("refunds");

export default function RefundsPage() {
  return <CurrentLegalPage kind="refunds" />;
}
