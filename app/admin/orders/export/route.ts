import { exportOrdersRoute } from "@/app/_server/export-orders";

export const dynamic = "force-dynamic";

export const GET = exportOrdersRoute;
