import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { attestations } from "@/db/schema/people";
import type { Page } from "./sealed";

/**
 * Administrators' attestations about people, and the confirmations by which a second administrator answers them. The database
 * calls both words (`db/schema/people.ts` says why).
 */

/** As it is stored: its seal may be forged. */
export type StoredAttestation = RowOf<
  typeof attestations,
  "userId" | "about" | "number" | "role" | "byUserId" | "seal"
>;

/** The attestation about this subject of that person. Null: there is none. */
export const findAttestation = (
  tx: TenantTransaction,
  tenantId: number,
  { userId, about }: Pick<StoredAttestation, "userId" | "about">,
) =>
  selectFirst<StoredAttestation>(tx)`
    SELECT user_id, about, number, role, by_user_id, seal FROM administrator_words
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND about = ${about}`;

/** The confirmations that make a rule about two people less strict now. */
export async function readConfirmationsInForce(
  tx: TenantTransaction,
  tenantId: number,
): Promise<readonly StoredAttestation[]> {
  const row = await selectOne<{ confirmations: StoredAttestation[] }>(tx)`
    SELECT words_in_force(${tenantId}::bigint) AS confirmations`;
  return row.confirmations;
}

/** The rules are then as strict as before the confirmation. */
export const revokeConfirmation = (tx: TenantTransaction, { userId, about, number }: StoredAttestation) =>
  execute(tx)`SELECT take_back_word(${userId}::bigint, ${about}, ${number}::integer)`;

export interface Confirmation {
  userId: number;
  /** The seal of the confirmation. */
  seal: string;
  actorUserId: number;
}

/** False: nothing waits, or this administrator did it themselves. */
export async function confirmLeave(tx: TenantTransaction, { userId, seal, actorUserId }: Confirmation) {
  const row = await selectOne<{ done: boolean }>(tx)`
    SELECT confirm_leave(${userId}, ${seal}, ${actorUserId}) AS done`;
  return row.done;
}

/** False: there is nothing to confirm, or it is not for this administrator to do. */
export async function confirmFirstLink(tx: TenantTransaction, { userId, seal, actorUserId }: Confirmation) {
  const row = await selectOne<{ done: boolean }>(tx)`
    SELECT confirm_first_link(${userId}, ${seal}, ${actorUserId}) AS done`;
  return row.done;
}

/** The same of credentials that were replaced. */
export async function confirmRecovery(tx: TenantTransaction, { userId, seal, actorUserId }: Confirmation) {
  const row = await selectOne<{ done: boolean }>(tx)`
    SELECT confirm_recovery(${userId}, ${seal}, ${actorUserId}) AS done`;
  return row.done;
}

/** An administrator attests that they took the app away. `number`: as `clearSecondFactor` returned it. */
export const attestAppTakenAway = (
  tx: TenantTransaction,
  { userId, number, seal, actorUserId }: Confirmation & { number: number },
) =>
  execute(
    tx,
  )`SELECT say_app_taken_away(${userId}::bigint, ${number}::integer, ${seal}, ${actorUserId}::bigint)`;

export type SealedAttestation = Omit<StoredAttestation, "seal"> & { id: number; value: string | null };

export const listSealedAttestations = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedAttestation>(tx)`
    SELECT id, seal AS value, user_id, about, number, role, by_user_id FROM administrator_words
    WHERE tenant_id = ${tenantId} AND id > ${afterId} ORDER BY id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfAttestation = (
  tx: TenantTransaction,
  tenantId: number,
  { id, value, number }: SealedAttestation,
  replacement: string,
) =>
  execute(tx)`
    UPDATE administrator_words SET seal = ${replacement}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND seal = ${value} AND number = ${number}`;
