import type { CompleteMigration } from "@/db/migrate";
import { listOpenProposals, recordIntake } from "@/db/seed/open-proposals";
import { sealIntake } from "@/lib/gateway/ledger/seals/intake-seal";

const firstSealed = "0030_intake_seals.sql";

/**
 * Seals the proposals that were open when the seals came, in the transaction that migrates: the database was trusted until
 * then. Only then: a row that has no seal later was written past the app.
 */
export const sealOpenProposals: CompleteMigration = async (tx, ran) => {
  if (!ran.includes(firstSealed)) return;
  for (const open of await listOpenProposals(tx)) await recordIntake(tx, open, sealIntake(open));
};
