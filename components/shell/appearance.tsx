"use client";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";

/** Light, dark or the system's choice, set before the first paint. */
export function Appearance({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      nonce={nonce}
    >
      {children}
    </ThemeProvider>
  );
}
