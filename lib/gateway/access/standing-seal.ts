import { trustedRole } from "@/lib/auth/session/role-seal";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import type { Role } from "@/lib/core/access/principal";
import { type Time, isoOf } from "@/lib/core/values/time";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";
import { log } from "@/lib/log";

/** All that a standing authorisation says. Its row never changes, but for its seal and its end. */
export interface Signature {
  tenantId: number;
  id: number;
  actionTypes: readonly string[];
  riskLevelMax: number;
  perDayMax: number;
  policyVersion: number;
  signedByUserId: number;
  signedByLabel: string;
  createdAt: Time;
  expiresAt: Time;
}

/**
 * For standing_authorisations.seal. The app approves by itself under such a row, so that a person with access to the database alone must
 * not be able to write one (docs/adr/0066). The id is the table's key: no other row takes the seal over.
 */
export const sealSignature = (signature: Signature): string =>
  keyedHash("standing-authorisation", signatureTextOf(signature));

/** Each member by name: the rows of a query have others beside them. */
export const signatureTextOf = (signature: Signature): string => {
  const { tenantId, id, actionTypes, riskLevelMax, perDayMax, policyVersion } = signature;
  const { signedByUserId, signedByLabel } = signature;
  return canonicalText({
    tenantId,
    id,
    actionTypes: [...actionTypes],
    riskLevelMax,
    perDayMax,
    policyVersion,
    signedByUserId,
    signedByLabel,
    createdAt: isoOf(signature.createdAt),
    expiresAt: isoOf(signature.expiresAt),
  });
};

export interface StoredSignature extends Signature {
  seal: string | null;
  /** The signer's role as it is now. */
  role: Role;
  roleSeal: string | null;
  roleChanges: number;
}

/** False: it was written or changed past the app, and authorises nothing. */
export function isGenuine(signature: Signature & { seal: string | null }): boolean {
  if (matchesKeyedHash("standing-authorisation", signatureTextOf(signature), signature.seal)) return true;
  const { tenantId, id } = signature;
  log.error(
    { tenantId, id },
    "A standing authorisation without its seal counts for nothing: it was written past the app",
  );
  return false;
}

/** The database alone makes nobody an administrator. */
export const isByAdministrator = ({
  tenantId,
  signedByUserId: userId,
  role,
  roleSeal,
  roleChanges,
}: StoredSignature): boolean => trustedRole({ tenantId, userId, role, roleSeal, roleChanges }) === "admin";
