import type { TransactionSql } from "postgres";
import type { CompleteMigration } from "@/db/migrate";
import {
  addFirstThresholds,
  listUnsealedPolicies,
  listUnsealedSignatures,
  setPolicySeal,
  setStandingSeal,
  setThresholdsSeal,
} from "@/db/seed/rules";
import { sealPolicy } from "@/lib/policy/policy-seal";
import { sealThresholds } from "@/lib/policy/thresholds-seal";
import { sealSignature } from "@/lib/gateway/access/standing-seal";

const firstSealed = "0033_sealed_rules.sql";
const thresholdsFirstSealed = "0040_sealed_thresholds.sql";

/**
 * Seals the standing authorisations, the policies and the thresholds that were in force when their seals came, in the transaction that migrates: the database was
 * trusted until then. Only then: a row that has no seal later was written past the app.
 */
export const sealRules: CompleteMigration = async (tx, ran) => {
  if (ran.includes(firstSealed)) await sealSignaturesAndPolicies(tx);
  if (!ran.includes(thresholdsFirstSealed)) return;
  for (const thresholds of await addFirstThresholds(tx))
    await setThresholdsSeal(tx, thresholds, sealThresholds(thresholds));
};

async function sealSignaturesAndPolicies(tx: TransactionSql): Promise<void> {
  for (const signature of await listUnsealedSignatures(tx))
    await setStandingSeal(tx, signature, sealSignature(signature));
  for (const policy of await listUnsealedPolicies(tx)) await setPolicySeal(tx, policy, sealPolicy(policy));
}
