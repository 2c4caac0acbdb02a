import type { Metadata } from "next";
import Link from "next/link";
import { EmptyState } from "@/components/ui/states";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main>
      <EmptyState
        title="There is nothing here"
        text="This address does not exist, or the action belongs to another tenant. Check the number, or look for it in the inbox."
      >
        <Link href="/proposed-actions" className="font-medium text-accent underline underline-offset-2">
          Open the inbox
        </Link>
      </EmptyState>
    </main>
  );
}
