import { type ExportLine, ExportVerifier } from "@/lib/core/ledger/replay/verify-export";
import { exportLedger } from "@/lib/gateway/ledger/export-ledger";
import type { World } from "@/lib/gateway/testing/world";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";

/** The faults that a full verification finds in one action. */
export const faultsOf = async ({ admin, gateway }: World, id: number) =>
  (await verifyLedger(admin, { mode: "full" }, gateway)).faults.filter((fault) => fault.entity_id === id);

/** The faults that the exported file alone shows in one action. */
export async function exportedFaultsOf({ admin, gateway }: World, id: number) {
  const text = await new Response(exportLedger(admin, gateway).stream).text();
  const verifier = new ExportVerifier(gateway.ledgerKeys.known);
  for (const line of text.trimEnd().split("\n")) verifier.add(JSON.parse(line) as ExportLine);
  verifier.end(null);
  return verifier.faults.filter((fault) => fault.entity_id === id);
}
