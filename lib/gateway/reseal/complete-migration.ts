import type { CompleteMigration } from "@/db/migrate";
import { sealCredentials } from "@/lib/gateway/access/seal-credentials";
import { sealOpenProposals } from "@/lib/gateway/propose/seal-open-proposals";

/** Fills in that for which the database needs the key of the app, in the transaction that migrates. */
export const completeMigration: CompleteMigration = async (tx, ran) => {
  await sealCredentials(tx, ran);
  await sealOpenProposals(tx, ran);
};
