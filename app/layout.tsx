import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { getSite } from "@/app/_server/site";
import { signedInScript } from "@/components/layout/signed-in-script";
import { ThemeProvider } from "@/components/ui/theme-provider";
import { themeScript } from "@/components/ui/theme-script";
import { Toaster } from "@/components/ui/toaster";
import { soldInWords } from "@/lib/shop/content/sold";
import "./globals.css";

/**
 * Geist Sans, subset to Latin letters and the shop's weights. Every first visit downloads the font, so it is cut to a
 * third of the full one. Made with fonttools: `varLib.instancer wght=400:600`, then `pyftsubset` to U+0000-017F and
 * common punctuation. Other scripts (a customer's name) use the system's font. A font that arrives late is not swapped
 * in, because reflowing lines would move what the visitor is reading or about to tap. It is preloaded, so that is rare,
 * and the next page has it.
 */
const geist = localFont({
  src: "../components/ui/fonts/geist-latin.woff2",
  variable: "--font-geist-sans",
  weight: "400 600",
  display: "optional",
  adjustFontFallback: false,
});

export async function generateMetadata(): Promise<Metadata> {
  const { name, origin } = await getSite();
  const description = `${soldInWords()}. Choose a package, pay by card and watch the delivery live.`;
  return {
    metadataBase: new URL(origin),
    title: { default: `${name}: followers, likes and views that rise`, template: `%s · ${name}` },
    description,
    applicationName: name,
    openGraph: { type: "website", siteName: name, locale: "en_US" },
    twitter: { card: "summary_large_image" },
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f5f0e5" },
    { media: "(prefers-color-scheme: dark)", color: "#0b1715" },
  ],
};

export default async function RootLayout({ children }: { children: React.ReactNode }) {
  const { accentCss } = await getSite();
  return (
    // Scripts set the theme class and the signed-in marker before hydration, so the server's HTML differs.
    <html lang="en" className={geist.variable} suppressHydrationWarning>
      <body>
        {accentCss ? <style>{accentCss}</style> : null}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, needed before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, too */}
        <script dangerouslySetInnerHTML={{ __html: signedInScript }} />
        <ThemeProvider>
          {children}
          <Toaster />
        </ThemeProvider>
      </body>
    </html>
  );
}
