import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll, selectFirst } from "@/db/queries/rows";
import type { Member } from "./accounts";
import type { Page, SealedRow } from "./sealed";

/** Passkeys of people, and what those are asked to sign. */

export interface PasskeyRow {
  id: number;
  credentialId: string;
  sealed: string;
  label: string;
  /** The authenticator's own count; 0: it keeps none. */
  signatures: number;
  addedAt: Date;
  usedAt: Date | null;
}

/** A person's passkeys, newest first, without removed ones. */
export const listPasskeys = (tx: TenantTransaction, { tenantId, userId }: Member) =>
  selectAll<PasskeyRow>(tx)`
    SELECT id, credential_id, sealed, label, signatures, added_at, used_at FROM passkeys
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND removed_at IS NULL ORDER BY id DESC`;

/** Null: the membership was revoked meanwhile, or this authenticator's key stood here before. */
export async function insertPasskey(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  { credentialId, sealed, label }: Pick<PasskeyRow, "credentialId" | "sealed" | "label">,
): Promise<number | null> {
  const row = await selectFirst<{ id: number }>(tx)`
    INSERT INTO passkeys (tenant_id, user_id, credential_id, sealed, label)
    SELECT m.tenant_id, m.user_id, ${credentialId}, ${sealed}, ${label} FROM memberships m
    WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId} AND m.revoked_at IS NULL FOR SHARE
    ON CONFLICT DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/** False: no such passkey of theirs, or it was removed before. */
export async function removePasskey(tx: TenantTransaction, { tenantId, userId }: Member, id: number) {
  const removed = await execute(tx)`
    UPDATE passkeys SET removed_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id = ${id} AND removed_at IS NULL`;
  return removed === 1;
}

/** False: it was removed meanwhile, or another signature with this count or a later one was taken. */
export async function markPasskeyUsed(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  { id, signatures }: Pick<PasskeyRow, "id" | "signatures">,
): Promise<boolean> {
  const marked = await execute(tx)`
    UPDATE passkeys SET used_at = clock_timestamp(), signatures = ${signatures}
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} AND id = ${id} AND removed_at IS NULL
      AND (signatures < ${signatures} OR signatures = 0 AND ${signatures} = 0)`;
  return marked === 1;
}

/** Stores the hash of a fresh challenge. False: this person has `liveMax` that were not used and go on. */
export async function insertChallenge(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  challenge: { sessionId: number; hash: string; validSeconds: number; liveMax: number },
): Promise<boolean> {
  const stored = await execute(tx)`
    INSERT INTO passkey_challenges (tenant_id, user_id, session_id, challenge_hash, expires_at)
    SELECT ${tenantId}, ${userId}, ${challenge.sessionId}, ${challenge.hash},
      clock_timestamp() + make_interval(secs => ${challenge.validSeconds})
    WHERE (
      SELECT count(*) FROM passkey_challenges c
      WHERE c.tenant_id = ${tenantId} AND c.user_id = ${userId} AND c.used_at IS NULL
        AND c.created_at > clock_timestamp() - make_interval(secs => ${challenge.validSeconds})
    ) < ${challenge.liveMax}`;
  return stored === 1;
}

/** Spends a challenge, stored in one of these forms. False: it was used, has run out, or is another session's. */
export async function spendChallenge(
  tx: TenantTransaction,
  { tenantId, userId }: Member,
  { sessionId, forms }: { sessionId: number; forms: string[] },
): Promise<boolean> {
  const spent = await execute(tx)`
    UPDATE passkey_challenges SET used_at = clock_timestamp()
    WHERE challenge_hash = ANY (${sql.param(forms)}::text[])
      AND tenant_id = ${tenantId} AND user_id = ${userId} AND session_id = ${sessionId}
      AND used_at IS NULL AND expires_at > clock_timestamp()`;
  return spent === 1;
}

export type SealedPasskey = SealedRow & { userId: number };

export const listSealedPasskeys = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedPasskey>(tx)`
    SELECT id, sealed AS value, user_id FROM passkeys
    WHERE tenant_id = ${tenantId} AND id > ${afterId} AND removed_at IS NULL ORDER BY id LIMIT ${limit}`;
