import type { Metadata } from "next";
import { LedgerCheck } from "@/components/ops/ledger-check";
import { requirePerson } from "@/lib/auth/session";

export const metadata: Metadata = { title: "Ledger" };

/** Verifying reads the whole ledger, so that it waits until somebody asks. */
export default async function LedgerPage() {
  await requirePerson();
  return <LedgerCheck />;
}
