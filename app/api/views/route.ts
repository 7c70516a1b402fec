import { countPageView } from "@/app/_server/page-views";

/** `?page=`, `?platform=`, `?service=`: counts a view of a page, without a cookie and without the visitor. */
export function GET(request: Request): Promise<Response> {
  return countPageView(request);
}
