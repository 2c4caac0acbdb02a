import type { CompleteMigration } from "@/db/migrate";
import { sealCredentials } from "@/lib/gateway/access/seal-credentials";
import { sealOpenProposals } from "@/lib/gateway/propose/seal-open-proposals";
import { sealRules } from "@/lib/gateway/rules/seal-rules";
import { numberSettingsFromBefore } from "./number-settings-from-before";
import { sealRequestsFromBefore } from "./seal-requests-from-before";
import { sealRunsFromBefore } from "./seal-runs-from-before";

/** Fills in that for which the database needs the key of the app, in the transaction that migrates. */
export const completeMigration: CompleteMigration = async (tx, ran) => {
  await sealCredentials(tx, ran);
  await sealOpenProposals(tx, ran);
  await sealRules(tx, ran);
  await sealRunsFromBefore(tx, ran);
  await sealRequestsFromBefore(tx, ran);
  await numberSettingsFromBefore(tx, ran);
};
