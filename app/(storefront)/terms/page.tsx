import { CurrentLegalPage, legalMetadata } from "@/app/_server/legal-page";

export const generateMetadata = () => legalMetadata("terms");

export default function TermsPage() {
  return <CurrentLegalPage kind="terms" />;
}
