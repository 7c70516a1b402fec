import { CurrentLegalPage, legalMetadata } from "@/app/_server/legal-page";

export const generateMetadata = () => legalMetadata("privacy");

export default function PrivacyPage() {
  return <CurrentLegalPage kind="privacy" />;
}
