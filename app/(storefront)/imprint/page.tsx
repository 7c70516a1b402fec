import { CurrentLegalPage, legalMetadata } from "@/app/_server/legal-page";

export const generateMetadata = () => legalMetadata("imprint");

export default function ImprintPage() {
  return <CurrentLegalPage kind="imprint" />;
}
