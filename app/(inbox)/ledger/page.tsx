import type { Metadata } from "next";
import { LedgerCheck } from "@/components/ledger/ledger-check";
import { requirePerson } from "@/lib/auth/session/session";
import { page } from "@/lib/http/page";

export const metadata: Metadata = { title: "Ledger" };

/** Verifying reads the whole ledger, so that it waits until somebody asks. */
export default page(async function LedgerPage() {
  await requirePerson();
  return <LedgerCheck />;
});
