import type { CompleteMigration } from "@/db/migrate";
import {
  listUnsealedPolicies,
  listUnsealedSignatures,
  setPolicySeal,
  setStandingSeal,
} from "@/db/seed/rules";
import { sealPolicy } from "@/lib/policy/policy-seal";
import { sealSignature } from "@/lib/gateway/access/standing-seal";

const firstSealed = "0033_sealed_rules.sql";

/**
 * Seals the standing authorisations and the policies that were in force when the seals came, in the transaction that migrates: the database was
 * trusted until then. Only then: a row that has no seal later was written past the app.
 */
export const sealRules: CompleteMigration = async (tx, ran) => {
  if (!ran.includes(firstSealed)) return;
  for (const signature of await listUnsealedSignatures(tx))
    await setStandingSeal(tx, signature, sealSignature(signature));
  for (const policy of await listUnsealedPolicies(tx)) await setPolicySeal(tx, policy, sealPolicy(policy));
};
