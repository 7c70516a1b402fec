import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { ThemeProvider } from "@/components/ui/theme-provider";
import { themeScript } from "@/components/ui/theme-script";
import { Toaster } from "@/components/ui/toaster";
import { getShop } from "@/lib/env";
import "./globals.css";

export function generateMetadata(): Metadata {
  const { name, origin } = getShop();
  const description =
    "Followers, likes and views for Instagram and TikTok. Choose a package, pay by card and watch the delivery live.";
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

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    // The theme's class is set before hydration, so the server can't know it.
    <html lang="en" className={GeistSans.variable} suppressHydrationWarning>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, needed before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <ThemeProvider>
          {children}
          <Toaster />
        </ThemeProvider>
      </body>
    </html>
  );
}
