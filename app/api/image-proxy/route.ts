import { serveImage } from "@/app/_server/image-proxy";

/** `?url=`: a picture of Instagram or TikTok, from the shop's address. */
export function GET(request: Request): Promise<Response> {
  return serveImage(request);
}
