import { followTranslations } from "@/components/layout/follow-translations";

followTranslations();
