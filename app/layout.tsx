import "./globals.css";
import type { Metadata, Viewport } from "next";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Appearance } from "@/components/shell/appearance";
import { PageAskedFor } from "@/components/ui/hand/page-asked-for";
import { EarlyHand } from "@/components/ui/hand/page-opening";
import { isOpenedFromElsewhere } from "@/lib/auth/request/origin";

export const metadata: Metadata = {
  title: { default: "Countersign", template: "%s · Countersign" },
  description: "Approve or reject what AI agents want to write to NetSuite.",
  robots: { index: false, follow: false },
  applicationName: "Countersign",
  // A translation would replace the texts that are decided, and keep the old ones on screen when the record changes.
  other: { google: "notranslate" },
  icons: { icon: { url: "/icon.svg", type: "image/svg+xml" }, apple: "/apple-touch-icon.png" },
  appleWebApp: { capable: true, title: "Countersign", statusBarStyle: "default" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f7f5" },
    { media: "(prefers-color-scheme: dark)", color: "#131311" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the request's nonce also keeps every page dynamic, which a nonce requires.
  const request = await headers();
  const nonce = request.get("x-nonce") ?? undefined;
  return (
    <html
      lang="en"
      translate="no"
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning
    >
      <head>
        <Appearance nonce={nonce} />
        <EarlyHand nonce={nonce} />
        <PageAskedFor nonce={nonce} fromElsewhere={isOpenedFromElsewhere(request.get("sec-fetch-site"))} />
      </head>
      <body>{children}</body>
    </html>
  );
}
