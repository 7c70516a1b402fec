import { serveImage } from "@/app/_server/image-proxy";

/** `?url=`: a picture of Instagram's or TikTok's, through our own address. */
export function GET(request: Request): Promise<Response> {
  return serveImage(request);
}
