"use client";
import { PageFailure } from "@/components/shell/page-failure";

export default function RootError({ reset }: { error: Error; reset: () => void }) {
  return <PageFailure onRetry={reset} />;
}
