import { type KeyRing, keyRing } from "@/lib/secrets/key-ring";
import { findHashKey, keyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seal on each proposal that it took in, kept in the proposal's event: it bound the payload to the record that it
 * read itself, with the figures that the tier was weighed by. Nothing is sent without it, so that a row which was written past
 * the app, by whoever holds the database, shows one record and changes another only on the page (docs/adr/0064).
 */
export interface Intake {
  tenantId: number;
  actionId: number;
  /** SHA-256 of the part of the row that never changes (action_evidence). */
  evidenceHash: string;
}

export const sealIntake = (intake: Intake): string => keyedHash("intake", textOf(intake));

/** The key under which the seal fits. Null: none. */
export const findIntakeKey = (
  intake: Intake,
  seal: string | null | undefined,
  keys: KeyRing = keyRing(),
): keyof KeyRing | null => findHashKey("intake", textOf(intake), seal, keys);

export const isTakenIn = (intake: Intake, seals: readonly (string | null)[]): boolean =>
  seals.some((seal) => findIntakeKey(intake, seal) !== null);

/** True where the proposal counts under the previous key alone. */
export const intakeNeedsPreviousKey = (
  intake: Intake,
  seals: readonly (string | null)[],
  keys: KeyRing,
): boolean => {
  const under = seals.map((seal) => findIntakeKey(intake, seal, keys));
  return under.includes("previous") && !under.includes("current");
};

const textOf = ({ tenantId, actionId, evidenceHash }: Intake): string =>
  `${tenantId}/${actionId}/${evidenceHash}`;
