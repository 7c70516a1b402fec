import { CurrentLegalPage, legalMetadata } from "@/app/_server/legal-page";

export const generateMetadata = () => legalMetadata("accessibility");

export default function AccessibilityPage() {
  return <CurrentLegalPage kind="accessibility" />;
}
