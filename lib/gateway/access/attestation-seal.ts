import { type StoredAttestation, revokeConfirmation } from "@/db/queries/people/attestations";
import { type Database, type TenantTransaction, inTenant } from "@/db/client";
import { log } from "@/lib/log";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

/**
 * For administrator_words.seal. A first administrator's attestation makes two people count as one, and a second one's makes
 * them count as two again, so a person with access to the database alone must be able to write neither (docs/adr/0082). The
 * number counts the attestations about one subject: an earlier one cannot be used again.
 */
export type Attestation = Omit<StoredAttestation, "seal"> & { tenantId: number };

export const sealAttestation = (attestation: Attestation): string =>
  keyedHash("administrator-word", attestationTextOf(attestation));

export const attestationTextOf = ({ tenantId, userId, about, number, role, byUserId }: Attestation): string =>
  [tenantId, userId, about, number, role ?? "", byUserId].join("/");

/** False: it was not given in this app, and counts for nothing. */
export function isGenuineAttestation(tenantId: number, attestation: StoredAttestation): boolean {
  if (
    matchesKeyedHash("administrator-word", attestationTextOf({ tenantId, ...attestation }), attestation.seal)
  )
    return true;
  const { userId, about, byUserId } = attestation;
  log.error(
    { tenantId, userId, about, byUserId },
    "An administrator's attestation without its seal counts for nothing: it was written past the app",
  );
  return false;
}

/**
 * Revokes the confirmations that were not given in this app, so that the rules about two people weigh as if they did not
 * exist. True: there were some, and the caller reads again whatever it read with them.
 */
export async function revokeForgedConfirmations(
  database: Database,
  tenantId: number,
  confirmations: readonly StoredAttestation[],
): Promise<boolean> {
  if (confirmations.every((confirmation) => isGenuineAttestation(tenantId, confirmation))) return false;
  return inTenant(database, tenantId, (tx) => revokeForgedConfirmationsIn(tx, tenantId, confirmations));
}

/** The same in the caller's transaction. */
export async function revokeForgedConfirmationsIn(
  tx: TenantTransaction,
  tenantId: number,
  confirmations: readonly StoredAttestation[],
): Promise<boolean> {
  const forged = confirmations.filter((confirmation) => !isGenuineAttestation(tenantId, confirmation));
  for (const confirmation of forged.toSorted((a, b) => a.userId - b.userId))
    await revokeConfirmation(tx, confirmation);
  return forged.length > 0;
}
