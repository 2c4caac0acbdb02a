import type { Metadata } from "next";
import { LedgerCheck } from "@/components/ledger/ledger-check";
import { personPage } from "@/lib/http/page";

export const metadata: Metadata = { title: "Ledger" };

/** Verifying reads the whole ledger, so that it waits until somebody asks. */
export default personPage(async function LedgerPage() {
  return <LedgerCheck />;
});
