import { createHash } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { themeScript } from "@/components/ui/theme-script";
import { isDevelopment } from "@/lib/env";

const themeHash = createHash("sha256").update(themeScript).digest("base64");

/**
 * Looks only at the paths in the matcher. Here: pages made for one visitor, whose scripts run by a nonce of their own.
 * It decides no access: every page, action and route authorises by itself.
 */
export function middleware(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = noncePolicy(nonce, request.nextUrl.hostname === "127.0.0.1");
  const headers = new Headers(request.headers);
  // Next reads the nonce from the request's policy and puts it on its own scripts.
  headers.set("content-security-policy", policy);
  headers.set("x-nonce", nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

function noncePolicy(nonce: string, isLocal: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'sha256-${themeHash}' 'strict-dynamic'${isDevelopment() ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' https://checkout.stripe.com${isLocal ? " http://127.0.0.1:*" : ""}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = { matcher: ["/order/:token*"], runtime: "nodejs" };
